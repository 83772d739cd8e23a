import Foundation
import Models

enum DetailRules {
    static let maximumNameLength = 200
    static let maximumDisplayNameLength = 128
    static let maximumFields = 64
    static let maximumFieldNameLength = 64
    static let maximumTextLength = 8192
    /// The most bytes of all of an account's fields together, names and texts.
    static let maximumFieldBytes = 65_536

    /// Checks details. Throws `invalidRequest`, which names all invalid details, or only a field with a wrong name.
    static func checked(_ details: ProfileDetails) throws(ServiceError) -> ProfileDetails {
        var wrong = WrongMembers()
        for (field, name) in [("firstName", details.firstName), ("lastName", details.lastName)] {
            let isShort = name?.value.length ?? 0 <= maximumNameLength
            wrong.expect(isShort, field, "a first or last name has at most \(maximumNameLength) characters")
            if isShort { try wrong.check { () throws(ServiceError) in try checkLine(name, field) } }
        }
        // No field is named, because each API has another name for this member.
        try checkDisplayName(details.displayName?.value, nil)
        var checked = details
        if let locale = details.locale {
            checked.locale = try wrong.check { () throws(ServiceError) in try self.locale(locale) }
        }
        for (name, value) in details.fields ?? [:] {
            guard (1...maximumFieldNameLength).contains(name.length) else {
                throw ServiceError(.invalidRequest, "the name of a field has 1 to \(maximumFieldNameLength) characters")
            }
            try wrong.check { () throws(ServiceError) -> Void in
                try check(value.value, of: name)
                guard name == "displayName", case .text(let text) = value.value else { return }
                try checkDisplayName(text, name)
            }
        }
        try wrong.finish()
        return checked
    }

    /// Applies a change. Missing fields stay, and `.null` removes a field. Throws `tooManyFields`.
    static func merge(_ change: ProfileDetails, into details: ProfileDetails) throws(Refusal) -> ProfileDetails {
        var merged = details
        if let firstName = change.firstName { merged.firstName = firstName }
        if let lastName = change.lastName { merged.lastName = lastName }
        if let locale = change.locale { merged.locale = locale }
        if let displayName = change.displayName { merged.displayName = displayName }
        guard let changes = change.fields else { return merged }
        var fields = details.fields ?? [:]
        for (name, value) in changes { fields[name] = value.value == .null ? nil : value }
        guard fields.count <= maximumFields, size(fields) <= maximumFieldBytes else { throw .tooManyFields }
        merged.fields = fields.isEmpty ? nil : fields
        return merged
    }

    private static func locale(_ text: String) throws(ServiceError) -> String {
        guard let tag = LanguageTag(text) else {
            throw ServiceError(.invalidRequest, "the locale must be a language tag such as fr-FR", field: "locale")
        }
        return tag.text
    }

    private static func checkLine(_ name: Personal<String>?, _ field: String?) throws(ServiceError) {
        guard name.map({ $0.value.isOneLine }) ?? true else {
            throw ServiceError(.invalidRequest, "a name must be one line without control characters", field: field)
        }
    }

    private static func checkDisplayName(_ name: String?, _ field: String?) throws(ServiceError) {
        guard name?.length ?? 0 <= maximumDisplayNameLength else {
            throw ServiceError(
                .invalidRequest, "a display name has at most \(maximumDisplayNameLength) characters", field: field)
        }
        try checkLine(name.map { Personal($0) }, field)
    }

    private static func check(_ value: ProfileValue, of field: String) throws(ServiceError) {
        switch value {
        case .null, .flag: return
        case .number(let number):
            guard number.isFinite else {
                throw ServiceError(.invalidRequest, "a number must be finite", field: field)
            }
        case .text(let text):
            guard text.length <= maximumTextLength else {
                throw ServiceError(
                    .invalidRequest, "the text of a field has at most \(maximumTextLength) characters", field: field)
            }
            guard text.unicodeScalars.allSatisfy({ !$0.isControl || $0 == "\n" || $0 == "\r" || $0 == "\t" }) else {
                throw ServiceError(
                    .invalidRequest, "the text of a field may have no control characters except line breaks and tabs",
                    field: field)
            }
        }
    }

    private static func size(_ fields: [String: Personal<ProfileValue>]) -> Int {
        fields.reduce(0) { sum, field in
            if case .text(let text) = field.value.value { return sum + field.key.utf8.count + text.utf8.count }
            return sum + field.key.utf8.count + 8
        }
    }
}
