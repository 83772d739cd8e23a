enum OptionForm {
    case flag
    /// A flag with an optional word for true or false.
    case `switch`
    case value

    fileprivate func takes(_ word: String) -> Bool {
        switch self {
        case .flag: false
        case .switch: Bool(settingText: word) != nil
        case .value: !CommandLineWords.isOption(word)
        }
    }
}

struct CommandLineWords {
    enum Word: Hashable {
        /// An option's name with hyphens, and its value after `=` or in the next word.
        case option(String, value: String?)
        case plain(String)
    }

    private(set) var all: [Word] = []
    /// The index of the first argument that belongs to no option; nil if there is none.
    private(set) var firstPlainPlace: Int?

    init(_ arguments: [String], form: (_ name: String) -> OptionForm) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard CommandLineWords.isOption(argument) else {
                if firstPlainPlace == nil { firstPlainPlace = rest.startIndex - 1 }
                all.append(.plain(argument))
                continue
            }
            if let sign = argument.firstIndex(of: "=") {
                let value = argument[argument.index(after: sign)...]
                all.append(.option(String(argument[..<sign]), value: String(value)))
                continue
            }
            let takesNext = rest.first.map(form(argument).takes) ?? false
            all.append(.option(argument, value: takesNext ? rest.popFirst() : nil))
        }
    }

    var plain: [String] { all.compactMap { if case .plain(let word) = $0 { word } else { nil } } }

    var values: [String: [String]] {
        all.reduce(into: [:]) { values, word in
            if case .option(let name, let value) = word { values[name, default: []] += value.map { [$0] } ?? [] }
        }
    }

    var optionNames: [String] { all.compactMap { if case .option(let name, _) = $0 { name } else { nil } } }

    func has(flag name: String) -> Bool { all.contains(.option(name, value: nil)) }

    /// Whether a text is an option. A negative number is a value.
    fileprivate static func isOption(_ text: String) -> Bool {
        text.hasPrefix("-") && text.count > 1 && Int(text) == nil
    }
}

extension CommandLineWords.Word {
    var argument: String {
        switch self {
        case .plain(let word): word
        case .option(let name, nil): name
        case .option(let name, let value?): "\(name)=\(value)"
        }
    }
}

extension SettingsCatalogue {
    var optionForms: [String: OptionForm] {
        keys.reduce(into: [:]) { forms, key in
            forms[key.optionName] = key.type == "switch" ? .switch : .value
            if let file = key.fileKey { forms[file.optionName] = .value }
        }
    }
}

extension Bool {
    init?(settingText text: String) {
        switch text.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}
