import Foundation

/// Folds sign-in names, so that two texts for the same account become equal.
public enum NameFolding {
    /// Returns the name in lower case without outer spaces. Phone numbers also lose inner spaces and dashes; e-mail
    /// addresses get the form of `EmailAddress`.
    public static func folded(_ typed: String) -> String {
        if typed.contains("@"), let address = try? EmailAddress(typed) { return address.text.value }
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        // The text is composed twice, because a lower-case letter may have a composed form that its capital lacks.
        return phone(text)
            ?? text.precomposedStringWithCanonicalMapping.lowercased().precomposedStringWithCanonicalMapping
    }

    /// Returns the phone number without spaces and dashes. Nil if the text contains anything but digits, spaces and
    /// dashes after an optional plus sign.
    public static func phone(_ text: String) -> String? {
        let kept = text.filter { !$0.isWhitespace && $0 != "-" }
        let digits = kept.hasPrefix("+") ? kept.dropFirst() : kept[...]
        guard !digits.isEmpty, digits.isASCIIDigits else { return nil }
        return kept
    }
}
