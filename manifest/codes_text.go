package manifest

import (
	"slices"

	"github.com/archverify/archverify/finding"
)

func diagnosticEntries() []finding.Entry {
	return slices.Concat(catalogEntries(), connectorEntries(), mappingEntries(), originEntries(), policyEntries())
}

func catalogEntries() []finding.Entry {
	return []finding.Entry{
		failing(DuplicateCapability, "capability defined twice",
			"Two capability files hold the same id. Only the first one counts for everything that looks the id up.",
			"Give one of them an id of its own, or delete it."),
		failing(MissingProvider, "capability without a provider",
			"A capability does not say who provides it.",
			"Add provider: with one of the ids listed under providers in capabilities.yaml."),
		failing(UnknownProvider, "provider not listed",
			"A capability names a provider that capabilities.yaml does not list.",
			"Correct the name, or list the provider."),
		failing(DeclaredWithoutFile, "listed capability without a file",
			"capabilities.yaml lists an id that no capability file in the folder defines. A file that was refused for its shape does not count, and neither does one whose name does not end in .capability.yaml.",
			"Add the file, correct the one that was refused, or take the id off the list."),
		failing(FileNotDeclared, "capability not listed",
			"A capability file defines an id that capabilities.yaml does not list.",
			"List the id, or delete the file."),
		warning(UnusedProvider, "provider that nothing uses",
			"capabilities.yaml lists a provider that no capability names.",
			"Remove it, or check the spelling in the capabilities."),
		failing(BindingWithoutCapability, "binding for an unknown capability",
			"A binding's capabilityId is defined by no capability file.",
			"Correct the id, or delete the binding."),
		failing(DuplicateBinding, "two bindings for one capability",
			"Two binding files are for the same capability, so the connector of one could run with the mapping of the other.",
			"Keep one binding."),
		warning(CapabilityWithoutBinding, "capability that nothing binds",
			"No binding is for this capability, so it cannot be invoked and there is nothing to verify.",
			"Fine while drafting; add a binding before it goes live."),
	}
}

func connectorEntries() []finding.Entry {
	return []finding.Entry{
		warning(AuthenticatedNoCaller, "authenticated, but no credential is sent",
			"The capability asks for an authenticated caller, but neither the headers nor the body nor the query of its binding hold a ${caller.…} placeholder.",
			"Send the caller's credential, for instance in an Authorization header, or drop the token."),
		warning(CallerBaseURL, "the caller decides which host is asked",
			"The base URL holds a ${caller.…} placeholder, so whoever calls can direct the request.",
			"Use a fixed base URL or one from the environment; otherwise restrict the hosts (--allow-host)."),
		failing(ConnectorNotImplemented, "connector type that nothing implements",
			"graphql, grpc and soap are reserved words without an implementation.",
			"Use rest or sql."),
		failing(SQLNotReadOnly, "statement that does not only read",
			"The query of a sql connector does not begin with SELECT, or begins with WITH and selects nothing.",
			"Write a statement that selects."),
		failing(SQLParamUnresolved, "sql parameter that is no input",
			"An entry of connector.sql.params is not a declared input of the capability.",
			"Correct the name, or declare the input."),
		failing(SQLParamCount, "sql parameters and placeholders disagree",
			"The query uses a $n without a parameter, or a parameter has no $n in the query.",
			"Give every $n one entry in connector.sql.params, and every entry its $n."),
		failing(SQLLiteralDSN, "connection string in the manifest",
			"connector.sql.dsn is not exactly one ${VARIABLE}.",
			"Put the connection string into an environment variable and name it."),
	}
}

func mappingEntries() []finding.Entry {
	return []finding.Entry{
		warning(DuplicateResource, "resource defined twice",
			"Two resource files hold the same name; the last one wins.",
			"Rename one of them, or delete it."),
		failing(UnknownResource, "field of an unknown resource",
			"A field refers to a resource that no file defines, or that both its own domain and the global names define. A bare name is looked up in the domain of the document that uses it, then among the bare names.",
			"Correct or qualify the name, or add the resource."),
		failing(UnknownResponseResource, "mapping to an unknown resource",
			"response.resource names a resource that is not defined, or that is ambiguous.",
			"Correct or qualify the name, or add the resource."),
		failing(UnknownResponseField, "mapping of an unknown field",
			"response.map has a key that is no field of the mapped resource.",
			"Correct the key, or add the field to the resource."),
		failing(BadResponsePath, "path that cannot be evaluated",
			"A path under response does not start at $, is not balanced, or uses a construct that would match nothing or cannot be evaluated here.",
			"Write it with names, indexes, wildcards, slices, unions, '..' or simple filters."),
		failing(OnErrorWithoutCollection, "error rows without rows",
			"response.onError tells error rows from good ones, but response has no collection.",
			"Add the path of the rows as collection, or drop onError."),
		failing(BadOnError, "incomplete onError",
			"onError lacks its errorResource or its when.path, or its errorResource is the mapped resource itself.",
			"Complete it, with a resource of its own for error rows."),
		failing(UnknownOnErrorResource, "error rows of an unknown resource",
			"onError.errorResource names a resource that is not defined, or that is ambiguous.",
			"Correct or qualify the name, or add the resource."),
		failing(UnknownOnErrorField, "error mapping of an unknown field",
			"onError.map has a key that is no field of the error resource.",
			"Correct the key, or add the field to the resource."),
		failing(ResponseOutputMismatch, "mapped resource that no output takes",
			"Exactly one output field must take the mapped resource, as an object or a collection. None does, several do, or the only one wants a bare id (ref).",
			"Let one output field have the resource as its type or collection."),
		failing(ResponseCollectionMismatch, "rows for an object, or an object for rows",
			"The output field is a collection but response has no collection path, or the other way round.",
			"Make both say the same."),
		warning(RequiredFieldUnmapped, "required field that is never filled",
			"A required field of the mapped resource has no entry in response.map, so it is promised and never delivered.",
			"Map it, make it optional, or remove it."),
		failing(UnknownExtractField, "extraction into an unknown field",
			"extract has a key that is no output field of the capability.",
			"Correct the key, or declare the output."),
		failing(ExtractWrongKind, "extraction into an object or a collection",
			"extract fills scalars and lists only; this output field is typed by a resource.",
			"Map it with response."),
		failing(BadExtractPath, "path that cannot be evaluated",
			"A path under extract does not start at $, is not balanced, or uses a construct that would match nothing or cannot be evaluated here.",
			"Write it with names, indexes, wildcards, slices, unions, '..' or simple filters."),
		failing(UnboundOutputField, "output that nothing fills",
			"The binding maps its answer, but this output field is reached by neither response nor extract.",
			"Extract it, or remove it from the output."),
	}
}
