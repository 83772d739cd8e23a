// What there is to say of an app and the device that it runs on.

import Foundation

/// What there is to say of an app and the device that it runs on.
public struct ClientFacts: Sendable {
    /// The language, region and time zone that the person has chosen for the device.
    public struct Language: Hashable, Sendable {
        /// The locale as BCP 47 writes it, `fr-FR`.
        public var locale: String?
        /// The time zone by its name in the tz database, `Europe/Paris`.
        public var timeZone: String?
        /// The region of the locale, `FR`.
        public var country: String?

        /// What a person has chosen.
        public init(locale: String? = nil, timeZone: String? = nil, country: String? = nil) {
            self.locale = locale
            self.timeZone = timeZone
            self.country = country
        }
    }

    /// The app's name, `Meeshy`.
    public var name: String
    /// The app's version, `1.0.0`.
    public var version: String?
    /// The build of that version, `42`.
    public var build: String?
    /// The kind of system in one lower-case word, `ios`.
    public var platform: String
    /// The system's name, `iOS`.
    public var system: String
    /// The system's version, `17.5.1`.
    public var systemVersion: String?
    /// The hardware, `iPhone16,1`.
    public var model: String?
    /// Reads what the person has chosen; that may change while the app runs.
    public var language: @Sendable () -> Language

    /// Facts of an app.
    public init(
        name: String, version: String? = nil, build: String? = nil, platform: String, system: String,
        systemVersion: String? = nil, model: String? = nil, language: @escaping @Sendable () -> Language = { .current }
    ) {
        self.name = name
        self.version = version
        self.build = build
        self.platform = platform
        self.system = system
        self.systemVersion = systemVersion
        self.model = model
        self.language = language
    }

    /// `Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1`, without what is not known.
    var userAgent: String {
        func part(_ name: String, _ version: String?) -> String { version.map { "\(name)/\($0)" } ?? name }
        // A space ends a product's name (RFC 9110, section 10.1.5).
        let app = part("\(name)-\(system)".replacingOccurrences(of: " ", with: "-"), version)
        return [app, build.map { "(\($0))" }, part(system, systemVersion), model].compactMap { $0 }
            .joined(separator: " ")
    }
}
