// The header fields of a request that the edge looks at.

import HTTPTypes
import Models

/// The header fields of a request that the edge looks at, read in one pass.
///
/// The first field of a name counts, except for those that are lists, and for those of which two would be two wills
/// (`repeated`).
struct RequestHeaders: Sendable {
    var contentType: String?
    var contentEncoding: String?
    var contentLength: Int?
    var origin: String?
    /// The host that the client asked for, with its port; no header field by the time it arrives here.
    var host: String?
    var authorization: String?
    /// `X-Session-Token`.
    var sessionToken: String?
    /// `X-API-Key`.
    var apiKey: String?
    /// `X-Erasure-Secret`.
    var erasureSecret: String?
    /// `Idempotency-Key`.
    var idempotencyKey: String?
    /// `program`: for which tenant the client calls; nil when it names none.
    var program: String?
    /// `X-Installation-Id`: what the app calls its installation on this device. At most 128 printable characters of
    /// ASCII; anything else counts as not said.
    var installation: String?
    var ifNoneMatch: String?
    /// `Last-Event-ID`: the id of the last event that the client has of a stream (WHATWG HTML, section 9.2.4).
    var lastEventID: String?
    /// `Accept`.
    var accept: String?
    /// `Accept-Encoding`, joined when it comes in several fields.
    var acceptEncoding: String?
    /// `Accept-Language`, joined when it comes in several fields.
    var acceptLanguage: String?
    var traceParent: String?
    /// The addresses that proxies say they forward for, joined when they come in several fields.
    var forwardedFor: String?
    /// What proxies say in `Forwarded`, joined when it comes in several fields.
    var forwarded: String?
    /// `X-Real-IP`.
    var realIP: String?
    /// The scheme that proxies say the client called with; nil unless a trusted one says so.
    var forwardedProto: String?
    /// Whether a proxy says that it passed the request on, whoever that is.
    var isPassedOn = false
    /// All cookies, joined when they come in several fields.
    var cookie: String?
    /// `X-Requested-With`: what a script of a page says it is, which a page of another origin cannot without being
    /// asked.
    var requestedWith: String?
    /// `Sec-Fetch-Site`: whose page a browser asks for, which no page can set (Fetch Metadata, section 2.3).
    var fetchSite: String?
    var appwriteProject: String?
    var appwriteSession: String?
    var appwriteJWT: String?
    /// `X-Fallback-Cookies`.
    var fallbackCookies: String?
    var expectsContinue = false
    /// The name of a field that shows who calls, or names a call, and came more than once: whoever stands in front may
    /// have gone by the other one.
    var repeated: String?
    /// Whether the client wants the connection closed after the answer.
    var wantsClose = false
    /// Whether the client knows chunks; one of HTTP/1.0 does not.
    var takesChunks = true
    /// What the app says about itself; without its address.
    var client = ClientInfo()

    init() {}

    /// Whether the client came over https. Of several proxies the first is the one that it spoke to.
    var isSecure: Bool { forwardedProto?.prefix { $0 != "," && $0 != " " }.lowercased() == "https" }

    /// The name in `host`, without its port and the brackets of an IPv6 address.
    var hostName: Substring? {
        host.map { host in
            host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        }
    }

    /// The languages of whoever calls, the best first: that of the app, and then those that its system says.
    var callerLanguages: [LanguageTag] {
        let ofApp = LanguageTag.list(client.locale)
        return ofApp + languages.filter { !ofApp.contains($0) }
    }

    /// The languages that the client takes, the one that it likes best first (RFC 9110, section 12.5.4).
    var languages: [LanguageTag] {
        let wanted = (acceptLanguage?.weightedItems ?? []).filter { $0.weight > 0 }.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        return wanted.prefix(RequestHeaders.maximumLanguages).compactMap { LanguageTag($0.element.item) }
    }

    /// How many languages are looked at: those that people read are few.
    private static let maximumLanguages = 16

    /// Reads `fields`; `clientNames` knows the headers with which apps describe themselves.
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
                wantsClose = wantsClose || saysClose(field.value)
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

    /// The value of the first field of a name; notes that there is another one.
    private mutating func first(_ value: String?, _ field: HTTPField) -> String {
        guard let value else { return field.value }
        repeated = repeated ?? field.name.rawName
        return value
    }
}

/// Whether a field of this name is one that proxies add.
private func marksProxy(_ name: String) -> Bool {
    switch name.utf8.first {
    case UInt8(ascii: "v"): name == "via"
    case UInt8(ascii: "f"): name == "forwarded"
    case UInt8(ascii: "x"): name == "x-real-ip" || name.hasPrefix("x-forwarded-")
    default: false
    }
}

/// What clients say of themselves is kept short, since it travels with every message and is stored.
func bounded(_ value: String) -> String {
    value.utf8.count <= 512 ? value : String(decoding: value.utf8.prefix(512), as: UTF8.self)
}

/// The name of an installation; nil when it has not the form of one.
private func installationName(_ value: String) -> String? {
    (1...128).contains(value.utf8.count) && value.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? value : nil
}

/// Whether `close` is among the options of a `Connection` field.
private func saysClose(_ value: String) -> Bool {
    value.lowercased().split(separator: ",").contains { option in
        option.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" } == "close"
    }
}

private func joined(_ list: String?, _ value: String, with separator: String = ", ") -> String {
    guard let list else { return value }
    return list + separator + value
}
