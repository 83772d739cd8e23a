import BaliseAPI
import BaliseJSON
import Models

extension AudienceExpression {
    /// An audience has exactly one of these members.
    static let memberNames = [
        "account", "accounts", "topic", "tag", "deviceTag", "language", "platform", "appVersion", "near", "everyone",
        "all", "any", "not",
    ]

    /// Reads an audience. Only the depth is limited here, against deep recursion; the push service checks its size and
    /// combinations.
    init(_ json: JSONValue) throws(EdgeError) {
        do throws(EdgeError) { self = try AudienceExpression(json, depth: 1) } catch {
            throw error.inside("audience")
        }
    }

    private init(_ json: JSONValue, depth: Int) throws(EdgeError) {
        guard json.kind == .object else { throw .invalid("An audience must be a JSON object.") }
        guard depth <= AudienceExpression.maximumDepth else {
            throw .invalid("The parts of an audience are nested at most \(AudienceExpression.maximumDepth) deep.")
        }
        try json.checkMembers(knowing: AudienceExpression.memberNames)
        let members = json.members.map(Array.init) ?? []
        guard members.count == 1, let member = members.first else {
            throw .invalid(
                "Each part of an audience has one member; combine several conditions with {\"all\": […]}.")
        }
        let value = member.value
        switch member.name {
        case "account": self = .accounts([try AudienceExpression.account(value)])
        case "accounts":
            var accounts: [AccountID] = []
            for one in try AudienceExpression.elements(of: value, "accounts") {
                accounts.append(try AudienceExpression.account(one))
            }
            self = .accounts(accounts)
        case "topic": self = .topic(try AudienceExpression.text(value, "topic"))
        case "tag": self = .tag(try AudienceExpression.text(value, "tag"))
        case "deviceTag": self = .deviceTag(try AudienceExpression.text(value, "deviceTag"))
        case "language":
            let tag = try AudienceExpression.text(value, "language")
            self = .language(LanguageTag(tag)?.text ?? tag)
        case "platform": self = .platform(try AudienceExpression.text(value, "platform").lowercased())
        case "appVersion": self = try AudienceExpression.version(try AudienceExpression.text(value, "appVersion"))
        case "near":
            try value.checkMembers(knowing: ["latitude", "longitude"])
            guard let latitude = value.member("latitude")?.lenientNumber,
                let longitude = value.member("longitude")?.lenientNumber
            else { throw .invalid("near must be an object with latitude and longitude.") }
            self = .near(try Coordinate(readFrom: latitude, longitude))
        case "everyone":
            guard value.bool == true else { throw .invalid("everyone must be true.") }
            self = .everyone
        case "not": self = .not(try AudienceExpression(value, depth: depth + 1))
        default:
            var parts: [AudienceExpression] = []
            for part in try AudienceExpression.elements(of: value, member.name) {
                parts.append(try AudienceExpression(part, depth: depth + 1))
            }
            self = member.name == "all" ? .all(parts) : .any(parts)
        }
    }

    private static func text(_ json: JSONValue, _ member: String) throws(EdgeError) -> String {
        guard let text = json.string else { throw .invalid("\(member) must be a text.") }
        return text
    }

    private static func account(_ json: JSONValue) throws(EdgeError) -> AccountID {
        guard let account = json.string.flatMap({ AccountID($0) }) else {
            throw .invalid("account and accounts must name accounts by their ids.")
        }
        return account
    }

    private static func elements(of json: JSONValue, _ member: String) throws(EdgeError) -> [JSONValue] {
        guard let elements = json.elements.map(Array.init) else { throw .invalid("\(member) must be an array.") }
        return elements
    }

    /// A comparison and a version, such as `>=2.1`; a version alone means equality.
    private static func version(_ text: String) throws(EdgeError) -> AudienceExpression {
        let comparison = VersionComparison.allCases.first { text.hasPrefix($0.rawValue) }
        let rest = text.dropFirst(comparison?.rawValue.count ?? 0).drop { $0 == " " }
        guard let version = AppVersion(String(rest)) else {
            throw .invalid("appVersion must be a comparison such as >=2.1; the comparisons are <, <=, =, !=, >= and >.")
        }
        return .appVersion(comparison ?? .equal, version)
    }

    var json: JSONObject {
        var json = JSONObject()
        switch self {
        case .everyone: json.set("everyone", true)
        case .accounts(let accounts): json.set("accounts", accounts.map(\.text))
        case .topic(let name): json.set("topic", name)
        case .tag(let name): json.set("tag", name)
        case .deviceTag(let name): json.set("deviceTag", name)
        case .language(let tag): json.set("language", tag)
        case .platform(let name): json.set("platform", name)
        case .appVersion(let comparison, let version): json.set("appVersion", comparison.rawValue + version.text)
        case .near(let place):
            var near = JSONObject()
            near.set("latitude", place.latitude)
            near.set("longitude", place.longitude)
            json.set("near", near)
        case .all(let parts): json.set("all", parts.map(\.json))
        case .any(let parts): json.set("any", parts.map(\.json))
        case .not(let part): json.set("not", part.json)
        }
        return json
    }
}
