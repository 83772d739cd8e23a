public import BaliseJSON

/// The audience of a notification. A device gets it only if all conditions on devices are true of that one device.
///
///     .all([.topic("news"), .not(.platform("web")), .appVersion(.atLeast, AppVersion(2, 1))])
public indirect enum AudienceExpression: Hashable, Sendable {
    /// All users.
    case everyone
    /// The users of these accounts, 1 to 1,000 in the whole expression. Unknown accounts match no user.
    case accounts([AccountID])
    /// Users who have subscribed to a topic or were added to it.
    case topic(String)
    /// Users to whose account a publisher's program has added a tag.
    case tag(String)
    /// A device to which its app has added a tag.
    case deviceTag(String)
    /// A device whose app uses a language, given as a BCP 47 tag: `fr` includes `fr-CA`.
    case language(String)
    /// A device with the platform `ios`, `android` or `web`.
    case platform(String)
    /// A device whose version of the app compares in this way.
    case appVersion(VersionComparison, AppVersion)
    /// Users whose own radius includes the place.
    case near(Coordinate)
    /// Users and devices that match all parts.
    case all([AudienceExpression])
    /// Users and devices that match at least one part.
    case any([AudienceExpression])
    /// Users and devices that do not match the part.
    case not(AudienceExpression)

    /// Users by the ids of their accounts. A text that cannot be an id matches no user, like an unknown account.
    public static func users(_ ids: [String]) -> AudienceExpression { .accounts(ids.compactMap { AccountID($0) }) }

    /// The deepest nesting. An expression without parts has the depth 1.
    public static let maximumDepth = 8
    /// The largest size of the expression's JSON in bytes.
    public static let maximumBytes = 65_536
}

/// The coding keys are the numbers in messages between services. `Member` contains the names in JSON.
extension AudienceExpression: Codable {
    enum CodingKeys: Int, CodingKey {
        case everyone = 0, accounts, topic, tag, deviceTag, language, platform, comparison, version, near, all, any, not
    }

    public init(from decoder: any Decoder) throws {
        if decoder.readsJSON {
            self = try AudienceExpression(decoder.jsonValue())
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.min(by: { $0.rawValue < $1.rawValue }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an audience of an unknown kind"))
        }
        switch key {
        case .everyone: self = .everyone
        case .accounts: self = .accounts(try container.decode([AccountID].self, forKey: key))
        case .topic: self = .topic(try container.decode(String.self, forKey: key))
        case .tag: self = .tag(try container.decode(String.self, forKey: key))
        case .deviceTag: self = .deviceTag(try container.decode(String.self, forKey: key))
        case .language: self = .language(try container.decode(String.self, forKey: key))
        case .platform: self = .platform(try container.decode(String.self, forKey: key))
        case .comparison, .version:
            self = .appVersion(
                try container.decode(VersionComparison.self, forKey: .comparison),
                try container.decode(AppVersion.self, forKey: .version))
        case .near: self = .near(try container.decode(Coordinate.self, forKey: key))
        case .all: self = .all(try container.decode([AudienceExpression].self, forKey: key))
        case .any: self = .any(try container.decode([AudienceExpression].self, forKey: key))
        case .not: self = .not(try container.decode(AudienceExpression.self, forKey: key))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        let isJSON = encoder.writesJSON
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .everyone: try container.encode(true, forKey: .everyone)
        case .accounts(let accounts): try container.encode(accounts, forKey: .accounts)
        case .topic(let name): try container.encode(name, forKey: .topic)
        case .tag(let name): try container.encode(name, forKey: .tag)
        case .deviceTag(let name): try container.encode(name, forKey: .deviceTag)
        case .language(let tag): try container.encode(tag, forKey: .language)
        case .platform(let name): try container.encode(name, forKey: .platform)
        case .appVersion(let comparison, let version) where isJSON:
            var container = encoder.container(keyedBy: Member.self)
            try container.encode(comparison.rawValue + version.text, forKey: .appVersion)
        case .appVersion(let comparison, let version):
            try container.encode(comparison, forKey: .comparison)
            try container.encode(version, forKey: .version)
        case .near(let place): try container.encode(place, forKey: .near)
        case .all(let parts): try container.encode(parts, forKey: .all)
        case .any(let parts): try container.encode(parts, forKey: .any)
        case .not(let part): try container.encode(part, forKey: .not)
        }
    }
}

extension AudienceExpression: JSONReadable {
    /// An audience in JSON has exactly one of these members.
    private enum Member: String, CodingKey, CaseIterable {
        case account, accounts, topic, tag, deviceTag, language, platform, appVersion, near, everyone, all, any, not
    }

    /// Reads an audience. Limits only bytes and depth, so that the recursion ends; the server checks the rest.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard json.kind == .object else { throw JSONShapeError(.isNot("a JSON object")) }
        guard json.literalLength <= AudienceExpression.maximumBytes else {
            throw JSONShapeError(.isNot("a JSON object of at most \(AudienceExpression.maximumBytes) bytes"))
        }
        try self.init(json, depth: 1)
    }

    private init(_ json: JSONValue, depth: Int) throws(JSONShapeError) {
        guard json.kind == .object else { throw .refused("An audience must be a JSON object.") }
        guard depth <= AudienceExpression.maximumDepth else {
            throw .refused("The parts of an audience are nested at most \(AudienceExpression.maximumDepth) deep.")
        }
        try json.checkMembers(knowing: Member.allCases.map(\.rawValue))
        let members = json.members.map(Array.init) ?? []
        guard members.count == 1, let name = Member(rawValue: members[0].name) else {
            throw .refused("Each part of an audience has one member; combine several conditions with {\"all\": […]}.")
        }
        let value = members[0].value
        switch name {
        case .account: self = .accounts([try value.account()])
        case .accounts:
            self = .accounts(try value.parts(of: name.rawValue) { (one) throws(JSONShapeError) in try one.account() })
        case .topic: self = .topic(try value.text(of: name.rawValue))
        case .tag: self = .tag(try value.text(of: name.rawValue))
        case .deviceTag: self = .deviceTag(try value.text(of: name.rawValue))
        case .language: self = .language(try value.text(of: name.rawValue))
        case .platform: self = .platform(try value.text(of: name.rawValue).lowercased())
        case .appVersion: self = try AudienceExpression.version(try value.text(of: name.rawValue))
        case .near: self = .near(try value.place())
        case .everyone:
            guard value.bool == true else { throw .refused("everyone must be true.") }
            self = .everyone
        case .not: self = .not(try AudienceExpression(value, depth: depth + 1))
        case .all, .any:
            let parts = try value.parts(of: name.rawValue) { (part) throws(JSONShapeError) in
                try AudienceExpression(part, depth: depth + 1)
            }
            self = name == .all ? .all(parts) : .any(parts)
        }
    }

    /// Reads a comparison and a version, such as `>=2.1`; a version alone means equality.
    private static func version(_ text: String) throws(JSONShapeError) -> AudienceExpression {
        let comparison = VersionComparison.allCases.first { text.hasPrefix($0.rawValue) }
        let rest = text.dropFirst(comparison?.rawValue.count ?? 0).drop { $0 == " " }
        guard let version = AppVersion(String(rest)) else {
            throw .refused("appVersion must be a comparison such as >=2.1; the comparisons are <, <=, =, !=, >= and >.")
        }
        return .appVersion(comparison ?? .equal, version)
    }
}

extension JSONShapeError {
    fileprivate static func refused(_ sentence: String) -> JSONShapeError { JSONShapeError(.refused(sentence)) }
}

extension JSONValue {
    fileprivate func checkMembers(knowing names: [String]) throws(JSONShapeError) {
        let unknown = members?.map(\.name).filter { name in !names.contains { $0.utf8.elementsEqual(name.utf8) } } ?? []
        if !unknown.isEmpty { throw JSONShapeError(.unknownInside(names: unknown, known: names)) }
    }

    fileprivate func text(of member: String) throws(JSONShapeError) -> String {
        guard let string else { throw .refused("\(member) must be a text.") }
        return string
    }

    fileprivate func account() throws(JSONShapeError) -> AccountID {
        guard let account = string.flatMap({ AccountID($0) }) else {
            throw .refused("account and accounts must name accounts by their ids.")
        }
        return account
    }

    fileprivate func parts<Part>(
        of member: String, _ read: (JSONValue) throws(JSONShapeError) -> Part
    ) throws(JSONShapeError) -> [Part] {
        guard let elements else { throw .refused("\(member) must be an array.") }
        var parts: [Part] = []
        for element in elements { parts.append(try read(element)) }
        return parts
    }

    fileprivate func place() throws(JSONShapeError) -> Coordinate {
        try checkMembers(knowing: ["latitude", "longitude"])
        guard let latitude = member("latitude")?.degrees, let longitude = member("longitude")?.degrees else {
            throw .refused("near must be an object with latitude and longitude.")
        }
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .refused("The latitude must be from -90 to 90, the longitude from -180 to 180.")
        }
        return place
    }

    /// The value as a number. Some apps send a Boolean in place of 0 or 1.
    private var degrees: Double? { bool.map { $0 ? 1 : 0 } ?? (try? Double(self)) }
}
