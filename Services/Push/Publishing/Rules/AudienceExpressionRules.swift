import Models

enum AudienceExpressionRules {
    /// Throws `invalidRequest` for an audience that is too large, contains an invalid name, or could reveal where a
    /// user is. Throws `forbidden` for a topic that the key may not use.
    static func check(
        _ audience: AudienceExpression, openTopics: NamePatterns, limits: PublishingLimits?
    ) throws(ServiceError) {
        guard audience.depth <= AudienceExpression.maximumDepth else {
            throw .invalid(
                "the parts of an audience are nested at most \(AudienceExpression.maximumDepth) deep",
                field: "audience")
        }
        guard audience.count <= AudienceExpression.maximumParts else {
            throw .invalid("an audience has at most \(AudienceExpression.maximumParts) parts", field: "audience")
        }
        guard audience.namedCount <= AudienceExpression.maximumAccounts else {
            throw .invalid(
                "an audience names at most \(AudienceExpression.maximumAccounts) accounts", field: "audience")
        }
        try checkParts(of: audience)
        try checkPlace(in: audience, openTopics)
        if let topics = limits?.topics, !isWithin(topics, audience) {
            throw ServiceError(
                .forbidden,
                "this API key is limited to the topics \(topics.joined(separator: ", ")): the audience has to require one of them"
            )
        }
    }

    private static func checkParts(of audience: AudienceExpression) throws(ServiceError) {
        switch audience {
        case .accounts(let accounts):
            guard !accounts.isEmpty else {
                throw .invalid("accounts must name 1 to \(AudienceExpression.maximumAccounts)", field: "audience")
            }
        case .topic(let name), .tag(let name), .deviceTag(let name):
            guard AudienceExpression.isName(name) else {
                throw .invalid(
                    "the name of a topic or tag has 1 to 64 characters out of A-Z a-z 0-9 . _ : -", field: "audience")
            }
        case .language(let tag):
            guard LanguageTag(tag) != nil else {
                throw .invalid("language must be a tag such as fr or pt-BR", field: "audience")
            }
        case .platform(let name):
            guard RegisterPushToken.platforms.contains(name) else {
                throw .invalid("platform must be ios, android or web", field: "audience")
            }
        case .all(let parts), .any(let parts):
            guard !parts.isEmpty else {
                throw .invalid("all and any need at least one part; everyone means all people", field: "audience")
            }
            for part in parts { try checkParts(of: part) }
        case .not(let part): try checkParts(of: part)
        default: break
        }
    }

    /// Throws for a circle in a place that would reveal a user. A circle must be alone, or within `all` with conditions
    /// that users and apps set themselves. Together with accounts, with tags and topics that a publisher assigns, or
    /// within `any` and `not`, a circle would reveal where a picked user is.
    private static func checkPlace(in audience: AudienceExpression, _ open: NamePatterns) throws(ServiceError) {
        guard audience.place != nil else { return }
        let parts: [AudienceExpression]
        if case .all(let several) = audience { parts = several } else { parts = [audience] }
        let circles = parts.count { if case .near = $0 { true } else { false } }
        let isAllowed = parts.allSatisfy { part in
            switch part {
            case .near, .everyone, .language, .platform, .appVersion: true
            case .topic(let name): open.contains(name)
            default: false
            }
        }
        guard circles == 1, isAllowed else {
            throw .invalid(
                "use near alone, or in all with only language, platform, appVersion and open topics; more could reveal where users are",
                field: "audience")
        }
    }

    /// Whether a key may reach this audience. A key limited to topics may only reach members of these topics, so the
    /// audience must require one of them.
    private static func isWithin(_ topics: [String], _ audience: AudienceExpression) -> Bool {
        switch audience {
        case .topic(let name): topics.contains(name)
        case .all(let parts): parts.contains { isWithin(topics, $0) }
        case .any(let parts): parts.allSatisfy { isWithin(topics, $0) }
        default: false
        }
    }

    /// Whether the publisher picks users by account, by tag, or by a topic it assigns. Publishers get no counts of such
    /// audiences, even of large ones: with their own accounts and a single other account, a count would reveal whether
    /// a push reaches that account.
    static func isPicked(_ audience: AudienceExpression, openTopics: NamePatterns) -> Bool {
        audience.contains { part in
            switch part {
            case .accounts, .tag: true
            case .topic(let name): !openTopics.contains(name)
            case .everyone, .near, .all, .any, .not: false
            default: part.deviceCondition == nil
            }
        }
    }
}
