import HTTPTypes
import Models

/// The header fields that the edge uses, read in one pass. If a field occurs several times, the first applies, except
/// for lists and fields that must not be repeated (`repeated`).
struct RequestHeaders: Sendable {
    var contentType: String?
    var contentEncoding: String?
    var contentLength: Int?
    var origin: String?
    /// The host that the client called, with its port. NIO has already removed the header field.
    var host: String?
    var authorization: String?
    var sessionToken: String?
    var apiKey: String?
    var erasureSecret: String?
    var idempotencyKey: String?
    var program: String?
    /// The app's id of this installation: at most 128 printable ASCII characters. Any other text counts as absent.
    var installation: String?
    var ifNoneMatch: String?
    /// The id of the last event that the client received (WHATWG HTML, section 9.2.4).
    var lastEventID: String?
    var accept: String?
    var acceptEncoding: String?
    var acceptLanguage: String?
    var traceParent: String?
    var forwardedFor: String?
    var forwarded: String?
    var realIP: String?
    /// The scheme that a trusted proxy names; nil from any other peer.
    var forwardedProto: String?
    var isPassedOn = false
    var cookie: String?
    /// The field `X-Requested-With`, set by a script. A page of another origin needs a preflight for it.
    var requestedWith: String?
    /// The relation of the requesting page to this server; no page can set it (Fetch Metadata, section 2.3).
    var fetchSite: String?
    var appwriteProject: String?
    var appwriteSession: String?
    var appwriteJWT: String?
    var fallbackCookies: String?
    var expectsContinue = false
    /// The name of a repeated field that identifies the caller or a call. A proxy may have judged the other value.
    var repeated: String?
    var wantsClose = false
    var takesChunks = true
    var client = ClientInfo()

    init() {}

    /// Whether the client uses https. If several proxies are named, the client spoke to the first.
    var isSecure: Bool { forwardedProto?.prefix { $0 != "," && $0 != " " }.lowercased() == "https" }

    /// The host without the port and the brackets of an IPv6 address.
    var hostName: Substring? {
        host.map { host in
            host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        }
    }

    /// The caller's languages, the preferred first: the app's languages, then the system's.
    var callerLanguages: [LanguageTag] {
        let ofApp = LanguageTag.list(client.locale)
        return ofApp + languages.filter { !ofApp.contains($0) }
    }

    /// The languages of the request, the preferred first (RFC 9110, section 12.5.4).
    var languages: [LanguageTag] {
        let wanted = (acceptLanguage?.weightedItems ?? []).filter { $0.weight > 0 }.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        return wanted.prefix(RequestHeaders.maximumLanguages).compactMap { LanguageTag($0.element.item) }
    }

    private static let maximumLanguages = 16

    init(_ fields: HTTPFields, _ clientNames: ClientHeaderNames) {
        for field in fields {
            let name = field.name.canonicalName
            if marksProxy(name) { isPassedOn = true }
            switch name.utf8.count {
            case 6 where name == "origin": origin = origin ?? field.value
            case 6 where name == "accept": accept = accept ?? bounded(field.value)
            case 6 where name == "cookie": cookie = joined(cookie, field.value, with: "; ")
            case 6 where name == "expect": expectsContinue = field.value.lowercased() == "100-continue"
            case 7 where name == "program": program = program ?? (field.value.isEmpty ? nil : field.value)
            case 9 where name == "forwarded": forwarded = joined(forwarded, field.value)
            case 9 where name == "x-real-ip": realIP = realIP ?? field.value
            case 9 where name == "x-api-key": apiKey = first(apiKey, field)
            case 10 where name == "user-agent": client.userAgent = client.userAgent ?? bounded(field.value)
            case 10 where name == "connection":
                wantsClose = wantsClose || endsConnection(field.value)
                takesChunks = takesChunks && field.value != RequestHeadCheck.endsWithAnswer
            case 11 where name == "traceparent": traceParent = traceParent ?? bounded(field.value)
            case 12 where name == "content-type": contentType = contentType ?? field.value
            case 13 where name == "authorization": authorization = first(authorization, field)
            case 13 where name == "last-event-id": lastEventID = lastEventID ?? field.value
            case 13 where name == "if-none-match": ifNoneMatch = joined(ifNoneMatch, field.value)
            case 14 where name == "content-length": contentLength = Int(field.value)
            case 14 where name == "sec-fetch-site": fetchSite = fetchSite ?? field.value
            case 14 where name == "x-appwrite-jwt": appwriteJWT = first(appwriteJWT, field)
            case 15 where name == "idempotency-key": idempotencyKey = first(idempotencyKey, field)
            case 15 where name == "accept-encoding": acceptEncoding = joined(acceptEncoding, bounded(field.value))
            case 15 where name == "accept-language": acceptLanguage = joined(acceptLanguage, bounded(field.value))
            case 15 where name == "x-session-token": sessionToken = first(sessionToken, field)
            case 15 where name == "x-forwarded-for": forwardedFor = joined(forwardedFor, field.value)
            case 16 where name == "content-encoding": contentEncoding = joined(contentEncoding, field.value)
            case 16 where name == "x-requested-with": requestedWith = requestedWith ?? field.value
            case 16 where name == "x-erasure-secret": erasureSecret = first(erasureSecret, field)
            case 17 where name == "x-installation-id": installation = installation ?? installationName(field.value)
            case 17 where name == "x-forwarded-proto": forwardedProto = forwardedProto ?? field.value
            case 18 where name == "x-appwrite-project": appwriteProject = appwriteProject ?? field.value
            case 18 where name == "x-appwrite-session": appwriteSession = first(appwriteSession, field)
            case 18 where name == "x-fallback-cookies": fallbackCookies = fallbackCookies ?? field.value
            default: clientNames.read(field, into: &client)
            }
        }
    }

    private mutating func first(_ value: String?, _ field: HTTPField) -> String {
        guard let value else { return field.value }
        repeated = repeated ?? field.name.rawName
        return value
    }
}

private func marksProxy(_ name: String) -> Bool {
    switch name.utf8.first {
    case UInt8(ascii: "v"): name == "via"
    case UInt8(ascii: "f"): name == "forwarded"
    case UInt8(ascii: "x"): name == "x-real-ip" || name.hasPrefix("x-forwarded-")
    default: false
    }
}

/// Returns the value, cut to 512 bytes, because every message contains it and services store it.
func bounded(_ value: String) -> String {
    value.utf8.count <= 512 ? value : String(decoding: value.utf8.prefix(512), as: UTF8.self)
}

private func installationName(_ value: String) -> String? {
    (1...128).contains(value.utf8.count) && value.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? value : nil
}

/// Whether the connection ends with this request. The parser reads nothing behind a request that offers an upgrade, so
/// an answer without the upgrade is the last.
private func endsConnection(_ value: String) -> Bool {
    value.lowercased().split(separator: ",").contains { option in
        ["close", "upgrade"].contains(option.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" })
    }
}

private func joined(_ list: String?, _ value: String, with separator: String = ", ") -> String {
    guard let list else { return value }
    return list + separator + value
}

extension String {
    /// The items of a list, in order (RFC 9110, section 12.4.2). Weights are from 0, unwanted, to 1, the default;
    /// invalid weights are 0.
    var weightedItems: [(item: Substring, weight: Double)] {
        split(separator: ",").compactMap { entry in
            let parts = entry.split(separator: ";").map(\.withoutSpaceAround)
            guard let item = parts.first, !item.isEmpty else { return nil }
            return (item, parts.count > 1 ? weight(of: parts[1]) : 1)
        }
    }
}

private func weight(of parameter: Substring) -> Double {
    guard parameter.lowercased().hasPrefix("q="), let value = Double(parameter.dropFirst(2)), (0...1).contains(value)
    else { return 0 }
    return value
}

extension Substring {
    var withoutSpaceAround: Substring { trimming { $0 == " " || $0 == "\t" } }

    func trimming(_ isAround: (Character) -> Bool) -> Substring {
        var rest = drop(while: isAround)
        while let last = rest.last, isAround(last) { rest.removeLast() }
        return rest
    }
}

struct MediaType: Equatable, Sendable {
    enum Kind: Sendable {
        case json
        case form
        case other
    }

    var kind: Kind
    /// The charset in lower case; nil without a charset.
    var charset: String?

    init(_ header: String?) {
        kind = .other
        guard let header else { return }
        // Nearly all clients send exactly this text, so it is checked first.
        if header == "application/json" {
            kind = .json
            return
        }
        let parts = header.lowercased().split(separator: ";", omittingEmptySubsequences: false)
            .map { String($0.withoutSpaceAround) }
        switch parts.first {
        case "application/json": kind = .json
        case "application/x-www-form-urlencoded": kind = .form
        default: return
        }
        for part in parts.dropFirst() where part.hasPrefix("charset=") {
            charset = part.dropFirst("charset=".count).filter { $0 != "\"" }
        }
    }
}

/// The names of the client headers, under a configured prefix (`X-Meeshy-` unless set otherwise).
struct ClientHeaderNames: Sendable {
    private let prefix: String
    private let prefixLength: Int

    init(prefix: String) {
        self.prefix = prefix.lowercased()
        prefixLength = prefix.utf8.count
    }

    /// Reads a client header. The first field of a name applies, and an empty value counts as absent.
    func read(_ field: HTTPField, into client: inout ClientInfo) {
        let name = field.name.canonicalName
        guard name.utf8.count > prefixLength, name.utf8.starts(with: prefix.utf8), !field.value.isEmpty else { return }
        let value = bounded(field.value)
        switch String(Substring(name.utf8.dropFirst(prefixLength))) {
        case "version": client.version = client.version ?? value
        case "build": client.build = client.build ?? value
        case "platform": client.platform = client.platform ?? value.lowercased()
        case "device": client.device = client.device ?? value
        case "os": client.os = client.os ?? value
        // An invalid language tag is ignored, so that it does not prevent a registration.
        case "locale": client.locale = client.locale ?? LanguageTag(value)?.text
        case "timezone": client.timezone = client.timezone ?? value
        case "country": client.country = client.country ?? Personal(value)
        case "city": client.city = client.city ?? Personal(value)
        case "region": client.region = client.region ?? Personal(value)
        default: break
        }
    }
}
