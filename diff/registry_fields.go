package diff

func fieldRegistry() []row {
	return []row{
		{InputAddedRequired, Breaking, "required input added",
			"A new input has to be sent, so every call of today is refused.", "Make it optional, or declare another capability."},
		{InputAddedOptional, Compatible, "optional input added",
			"A new input may be sent; calls that leave it out still work.", "Nothing."},
		{InputRemoved, Breaking, "input removed",
			"An input is no longer declared, so calls that send it are refused.", "Keep it optional until nobody sends it."},
		{InputNowRequired, Breaking, "input now required",
			"An input that could be left out has to be sent.", "Keep it optional, or give it a meaning when absent."},
		{InputNowOptional, Compatible, "input now optional",
			"An input may be left out now.", "Nothing."},
		{InputRetyped, Breaking, "input type changed",
			"An input has another type. An enum that only gained values is compatible: every call of today still holds.",
			"Add an input of the new type beside the old one."},
		{OutputRemoved, Breaking, "output removed",
			"An output is no longer there for those who read it.", "Keep it until nobody reads it; a rename is a removal for its readers."},
		{OutputAdded, Compatible, "output added",
			"A new output is there.", "Nothing."},
		{OutputNowOptional, Breaking, "output now optional",
			"An output that was always there may be missing.", "Keep it required, or tell those who read it."},
		{OutputNowRequired, Compatible, "output now required",
			"An output that could be missing is always there.", "Nothing; verify shows whether the backend keeps the promise."},
		{OutputRetyped, Breaking, "output type changed",
			"An output has another type. An enum that only lost values is compatible: readers know everything that can still come.",
			"Add an output of the new type beside the old one."},
	}
}
