import Foundation

/// The facts about the app and its device.
public struct ClientFacts: Sendable {
    /// The language, region and time zone that the user has chosen on the device.
    public struct Language: Hashable, Sendable {
        /// In BCP 47, `fr-FR`.
        public var locale: String?
        /// The name in the tz database, `Europe/Paris`.
        public var timeZone: String?
        /// The region of the locale, `FR`.
        public var country: String?

        /// Creates the settings.
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
    /// The kind of system, one lower-case word: `ios`.
    public var platform: String
    /// The system's name, `iOS`.
    public var system: String
    /// The system's version, `17.5.1`.
    public var systemVersion: String?
    /// The hardware, `iPhone16,1`.
    public var model: String?
    /// Reads the user's settings, which may change while the app runs.
    public var language: @Sendable () -> Language

    /// Creates the facts.
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

    /// `Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1`, without the unknown parts.
    var userAgent: String {
        func part(_ name: String, _ version: String?) -> String { version.map { "\(name)/\($0)" } ?? name }
        // A space ends a product's name (RFC 9110, section 10.1.5).
        let app = part("\(name)-\(system)".replacingOccurrences(of: " ", with: "-"), version)
        return [app, build.map { "(\($0))" }, part(system, systemVersion), model].compactMap { $0 }
            .joined(separator: " ")
    }
}
