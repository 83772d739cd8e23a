extension LanguageTag {
    /// Whole tags that another tag replaces (IANA registry, types `grandfathered` and `redundant`).
    static let irregular: [String: String] = [
        "art-lojban": "jbo", "i-hak": "hak", "i-klingon": "tlh", "i-lux": "lb", "i-navajo": "nv", "no-bok": "nb",
        "no-nyn": "nn", "zh-guoyu": "zh", "zh-hakka": "hak", "zh-min-nan": "nan", "zh-xiang": "hsn",
    ]

    /// Languages that another language replaces (IANA registry, and `languageAlias` of CLDR).
    static let replacedLanguages: [String: (language: String, script: String?)] = [
        "iw": ("he", nil), "in": ("id", nil), "ji": ("yi", nil), "jw": ("jv", nil), "mo": ("ro", nil),
        "tl": ("fil", nil), "sh": ("sr", "Latn"), "cmn": ("zh", nil), "arb": ("ar", nil), "zsm": ("ms", nil),
    ]

    /// Regions that another region replaces (IANA registry, and `territoryAlias` of CLDR).
    static let replacedRegions: [String: String] = [
        "BU": "MM", "CS": "RS", "DD": "DE", "FX": "FR", "SU": "RU", "TP": "TL", "UK": "GB", "YD": "YE", "YU": "RS",
        "ZR": "CD",
    ]

    /// The scripts of languages that are written in several scripts (`likelySubtags` of CLDR 46).
    private static let scripts: [String: (usual: String, others: [String: Set<String>])] = [
        "az": ("Latn", ["Arab": ["IQ", "IR"], "Cyrl": ["RU"]]),
        "bs": ("Latn", [:]),
        "ha": ("Latn", ["Arab": ["CM", "SD"]]),
        "kk": ("Cyrl", ["Arab": ["AF", "CN", "IR", "MN"]]),
        "ku": ("Latn", ["Arab": ["LB"]]),
        "ky": ("Cyrl", ["Arab": ["CN"], "Latn": ["TR"]]),
        "mn": ("Cyrl", ["Mong": ["CN"]]),
        "ms": ("Latn", ["Arab": ["CC"]]),
        "pa": ("Guru", ["Arab": ["PK"]]),
        "sd": ("Arab", ["Deva": ["IN"]]),
        "sr": ("Cyrl", ["Latn": ["ME", "RO", "RU", "TR"]]),
        "tg": ("Cyrl", ["Arab": ["PK"]]),
        "ug": ("Arab", ["Cyrl": ["KZ", "MN"]]),
        "uz": ("Latn", ["Arab": ["AF"], "Cyrl": ["CN"]]),
        "yue": ("Hant", ["Hans": ["CN"]]),
        "zh": ("Hans", ["Hant": traditionalChinese]),
    ]

    private static let traditionalChinese: Set<String> = [
        "AU", "BN", "GB", "GF", "HK", "ID", "MO", "PA", "PF", "PH", "SR", "TH", "TW", "VN",
    ]

    /// The tag's script, or the usual script in its region; nil for a language with a single script.
    var likelyScript: String? { script ?? LanguageTag.scripts[language].map { LanguageTag.script(of: $0, in: region) } }

    func usualScript(in region: String?) -> String? {
        LanguageTag.scripts[language].map { LanguageTag.script(of: $0, in: region) }
    }

    private static func script(
        of language: (usual: String, others: [String: Set<String>]), in region: String?
    ) -> String {
        guard let region else { return language.usual }
        return language.others.first { $0.value.contains(region) }?.key ?? language.usual
    }

    /// The region that readers expect of a tag without a region, if texts for several regions are offered.
    var likelyRegion: String {
        switch (language, likelyScript) {
        case ("zh", "Hant"), ("yue", "Hant"): "TW"
        case ("zh", _): "CN"
        case ("ar", _): "EG"
        case ("en", _): "US"
        case ("pt", _): "BR"
        case ("sr", _): "RS"
        case ("sv", _): "SE"
        default: language.uppercased()
        }
    }

    /// The region whose texts are closer than texts without a region (`parentLocales` of CLDR); nil if there is none.
    var parentRegion: String? {
        switch (language, region) {
        case ("zh", "MO"): "HK"
        case ("es", let region?) where LanguageTag.latinAmerica.contains(region): "419"
        case ("pt", let region?) where LanguageTag.portuguese.contains(region): "PT"
        default: nil
        }
    }

    private static let latinAmerica: Set<String> = [
        "AR", "BO", "BR", "BZ", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "PY",
        "SV", "US", "UY", "VE",
    ]

    private static let portuguese: Set<String> = [
        "AO", "CH", "CV", "FR", "GQ", "GW", "LU", "MO", "MZ", "ST", "TL",
    ]

    /// Languages that include this language or are another name for it: `no` is written as `nb`.
    var kin: [String] {
        switch language {
        case "nb", "nn": ["no"]
        case "no": ["nb"]
        default: []
        }
    }
}
