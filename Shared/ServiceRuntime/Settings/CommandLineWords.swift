// The words of a command line: options with their values, and words that belong to no option.

/// How an option is followed by its value.
enum OptionForm {
    /// It takes none.
    case flag
    /// It takes one of the words for true and false, or none.
    case `switch`
    /// It takes the next word.
    case value

    fileprivate func takes(_ word: String) -> Bool {
        switch self {
        case .flag: false
        case .switch: Bool(settingText: word) != nil
        case .value: !CommandLineWords.isOption(word)
        }
    }
}

/// The words of a command line, each option with the one value that belongs to it.
struct CommandLineWords {
    enum Word: Hashable {
        /// An option with its name, hyphens included, and the value behind `=` or in the next word.
        case option(String, value: String?)
        case plain(String)
    }

    private(set) var all: [Word] = []
    /// Which of the arguments is the first that belongs to no option.
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

    /// The words that belong to no option.
    var plain: [String] {
        all.compactMap { if case .plain(let word) = $0 { word } else { nil } }
    }

    /// The values of each option; none for one that was given without any.
    var values: [String: [String]] {
        all.reduce(into: [:]) { values, word in
            if case .option(let name, let value) = word { values[name, default: []] += value.map { [$0] } ?? [] }
        }
    }

    /// The names of the options, in the order in which they were given.
    var optionNames: [String] {
        all.compactMap { if case .option(let name, _) = $0 { name } else { nil } }
    }

    /// Whether an option was given without a value.
    func has(flag name: String) -> Bool { all.contains(.option(name, value: nil)) }

    /// A negative number is a value.
    fileprivate static func isOption(_ text: String) -> Bool {
        text.hasPrefix("-") && text.count > 1 && Int(text) == nil
    }
}

extension CommandLineWords.Word {
    /// As an argument that holds the option with its value.
    var argument: String {
        switch self {
        case .plain(let word): word
        case .option(let name, nil): name
        case .option(let name, let value?): "\(name)=\(value)"
        }
    }
}

extension SettingsCatalogue {
    /// How the options of settings are followed by their values, by their names.
    var optionForms: [String: OptionForm] {
        keys.reduce(into: [:]) { forms, key in
            forms[key.optionName] = key.type == "switch" ? .switch : .value
            if let file = key.fileKey { forms[file.optionName] = .value }
        }
    }
}

extension Bool {
    /// What a word says that stands for true or false; nil for any other.
    init?(settingText text: String) {
        switch text.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}
