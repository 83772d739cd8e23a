/// One column holds names separated by commas, which names cannot contain. NULL means none.
enum Names {
    static func text(_ names: [String]?) -> String? {
        guard let names, !names.isEmpty else { return nil }
        return names.joined(separator: ",")
    }

    static func read(_ text: String?) -> [String] {
        text?.utf8.split(separator: UInt8(ascii: ",")).compactMap(String.init) ?? []
    }

    static func given(_ text: String?) -> [String]? { text == nil ? nil : read(text) }
}
