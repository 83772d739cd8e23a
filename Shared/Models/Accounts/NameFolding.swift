import Foundation

/// Folds sign-in names, so that two texts for the same account become equal.
public enum NameFolding {
    /// The name without surrounding spaces and in lower case; a phone number also without its spaces and dashes, an
    /// e-mail address in its stored form.
    public static func folded(_ typed: String) -> String { address(typed)?.text.value ?? written(typed) }

    /// Nil for a name that is no e-mail address.
    public static func address(_ typed: String) -> EmailAddress? {
        typed.contains("@") ? try? EmailAddress(typed) : nil
    }

    /// The same without IDNA: the stored form of addresses before version 0.2.0.
    public static func written(_ typed: String) -> String {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        // Twice, because a lower-case letter may have a composed form that its capital lacks.
        return phone(text)
            ?? text.precomposedStringWithCanonicalMapping.lowercased().precomposedStringWithCanonicalMapping
    }

    /// The digits without spaces and dashes, after an optional plus sign; nil if the text contains anything else.
    public static func phone(_ text: String) -> String? {
        let kept = text.filter { !$0.isWhitespace && $0 != "-" }
        let digits = kept.hasPrefix("+") ? kept.dropFirst() : kept[...]
        guard !digits.isEmpty, digits.isASCIIDigits else { return nil }
        return kept
    }
}
