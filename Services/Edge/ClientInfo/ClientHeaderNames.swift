import HTTPTypes
import Models

/// Under a configured prefix (`X-Meeshy-` unless set otherwise).
struct ClientHeaderNames: Sendable {
    private let prefix: String
    private let prefixLength: Int

    init(prefix: String) {
        self.prefix = prefix.lowercased()
        prefixLength = prefix.utf8.count
    }

    /// Takes the first field of a name. An empty value is treated like no header.
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
