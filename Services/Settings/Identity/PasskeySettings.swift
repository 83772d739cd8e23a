import Foundation
public import Models
public import ServiceRuntime

/// The domain of passkeys, and the origins that may use them.
public struct PasskeySettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.identity: ["passkeys"], .edge: ["passkeys"]]

    public var relyingParty: String?
    public var relyingPartyName: String?
    public var origins: [String]
    public var requiresVerification: Bool

    public init(_ reader: inout SettingsReader) {
        relyingParty = reader.readOptional(
            "passkeys.rpId", .domain(orLocalhost: true),
            "The domain of passkeys (relying party id). Without it, passkeys are off. Passkeys of one domain "
                + "are not valid for another.")
        relyingPartyName = reader.readOptional(
            "passkeys.rpName", .text, shownAs: "the domain", "The name that users see when they make a passkey.")
        origins = reader.read(
            "passkeys.origins", .origins, default: [],
            "The origins that may make and use passkeys, on the domain or below it. By default, https:// and "
                + "the domain, which an iOS app associated with the domain also uses.")
        requiresVerification = reader.read(
            "passkeys.requireVerification", .flag, default: true,
            "Whether a passkey needs a PIN, a finger or a face.")
        for origin in origins {
            guard let relyingParty else {
                reader.report("passkeys.origins needs passkeys.rpId; set both or none.")
                return
            }
            guard let host = PasskeySettings.host(of: origin) else { continue }
            if host != relyingParty, !host.hasSuffix("." + relyingParty) {
                reader.report(
                    "passkeys.origins: \(origin) is neither on \(relyingParty) nor below it, so no passkey is made there."
                )
            }
        }
    }

    private static func host(of origin: String) -> Substring? {
        guard let start = origin.range(of: "://")?.upperBound else { return nil }
        return origin[start...].prefix { $0 != ":" }
    }
}

extension SectionNames { public var passkeys: PasskeySettings.Type { PasskeySettings.self } }
