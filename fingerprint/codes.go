package fingerprint

import "strings"

// Codes that make keys of maps. A set of keys that are all of one list is data;
// one of them alone may be anybody's field name.
const (
	currencies = " AED ARS AUD BDT BGN BHD BRL BTC CAD CHF CLP CNY COP CZK DKK DZD EGP ETH EUR GBP GEL HKD HRK HUF IDR ILS INR IQD IRR ISK JOD JPY KES KRW KWD KZT LBP LKR MAD MDL MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD UYU UZS VES VND XAF XOF ZAR "
	countries  = " AE AL AM AR AT AU AZ BA BD BE BG BH BO BR BY CA CH CL CN CO CR CU CY CZ DE DK DO DZ EC EE EG ES ET FI FR GB GE GH GR GT HK HN HR HU ID IE IL IN IQ IR IS IT JM JO JP KE KR KW KZ LB LK LT LU LV MA MD ME MK MT MX MY NG NI NL NO NP NZ OM PA PE PH PK PL PR PT PY QA RO RS RU SA SE SG SI SK SN SV TH TN TR TW UA US UY UZ VE VN ZA "
	// Languages that are also English words (no, is, it, to, id, …) only count
	// beside one that is not.
	languages    = " ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy ja ka kk km kn ko lt lv mk ml mn mr ms mt nb ne nl nn pa pl ps pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh "
	ambiguousTwo = " am as be id is it my no or so to "
)

func listed(list, code string) bool {
	return code != "" && !strings.Contains(code, " ") && strings.Contains(list, " "+code+" ")
}

// isLocale tests en, en-GB, zh_Hant and the like; sure is false for languages
// that are also words.
func isLocale(key string) (sure, ok bool) {
	lang, region, tagged := strings.Cut(strings.ReplaceAll(key, "_", "-"), "-")
	if tagged && (len(region) < 2 || len(region) > 4 || region[0] < 'A' || region[0] > 'Z') {
		return false, false
	}
	sure = listed(languages, lang)
	return sure || tagged && listed(ambiguousTwo, lang), sure || listed(ambiguousTwo, lang)
}
