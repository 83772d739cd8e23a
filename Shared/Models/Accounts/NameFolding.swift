// How names to sign in with are compared, whichever kind of name they are.

import Foundation

/// Folds names to sign in with, so that two texts that find the same account are equal.
public enum NameFolding {
    /// The name without spaces around it and without regard to case; a phone number also without its spaces and dashes, an
    /// e-mail address in the form in which it is kept.
    public static func folded(_ typed: String) -> String { address(typed)?.text.value ?? written(typed) }

    /// The e-mail address that a name is; nil for every other name.
    public static func address(_ typed: String) -> EmailAddress? {
        typed.contains("@") ? try? EmailAddress(typed) : nil
    }

    /// The same without IDNA, which is how versions before 0.2.0 kept addresses.
    public static func written(_ typed: String) -> String {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        // Twice, since a small letter may have a composed form where its capital has none.
        return phone(text)
            ?? text.precomposedStringWithCanonicalMapping.lowercased().precomposedStringWithCanonicalMapping
    }

    /// The text without spaces and dashes when it is digits otherwise, perhaps behind a plus sign; else nil.
    public static func phone(_ text: String) -> String? {
        let kept = text.filter { !$0.isWhitespace && $0 != "-" }
        let digits = kept.hasPrefix("+") ? kept.dropFirst() : kept[...]
        guard !digits.isEmpty, digits.isASCIIDigits else { return nil }
        return kept
    }
}
