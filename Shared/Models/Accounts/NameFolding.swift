// How names to sign in with are compared, whichever kind of name they are.

import Foundation

/// Folds names to sign in with, so that two texts that find the same account are equal.
public enum NameFolding {
    /// The name without spaces around it and without regard to case; of a phone number also without its spaces and
    /// dashes.
    public static func folded(_ typed: String) -> String {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        return phone(text) ?? text.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// The text without spaces and dashes when it is digits otherwise, perhaps behind a plus sign; else nil.
    public static func phone(_ text: String) -> String? {
        let kept = text.filter { !$0.isWhitespace && $0 != "-" }
        let digits = kept.hasPrefix("+") ? kept.dropFirst() : kept[...]
        guard !digits.isEmpty, digits.isASCIIDigits else { return nil }
        return kept
    }
}
