import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The facts about the app and its device.
public struct ClientFacts: Sendable {
    /// The language, region and time zone that the user has chosen on the device.
    public struct Language: Hashable, Sendable {
        /// The language in BCP 47, `fr-FR`.
        public var locale: String?
        /// The time zone's name in the tz database, `Europe/Paris`.
        public var timeZone: String?
        /// The region of the locale, `FR`.
        public var country: String?

        public init(locale: String? = nil, timeZone: String? = nil, country: String? = nil) {
            (self.locale, self.timeZone, self.country) = (locale, timeZone, country)
        }
    }

    /// The app's name, `Meeshy`.
    public var name: String
    /// The app's version, `1.0.0`.
    public var version: String?
    /// The build of that version, `42`.
    public var build: String?
    /// The operating system in one lower-case word: `ios`.
    public var platform: String
    /// The system's name, `iOS`.
    public var system: String
    /// The system's version, `17.5.1`.
    public var systemVersion: String?
    /// The hardware, `iPhone16,1`.
    public var model: String?
    /// Reads the user's settings of language, region and time zone, which may change while the app runs.
    public var language: @Sendable () -> Language

    public init(
        name: String, version: String? = nil, build: String? = nil, platform: String, system: String,
        systemVersion: String? = nil, model: String? = nil, language: @escaping @Sendable () -> Language = { .current }
    ) {
        (self.name, self.version, self.build) = (name, version, build)
        (self.platform, self.system, self.systemVersion) = (platform, system, systemVersion)
        (self.model, self.language) = (model, language)
    }

    /// The user agent without the unknown parts: `Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1`.
    var userAgent: String {
        func part(_ name: String, _ version: String?) -> String { version.map { "\(name)/\($0)" } ?? name }
        // A space ends a product's name (RFC 9110, section 10.1.5).
        let app = part("\(name)-\(system)".replacingOccurrences(of: " ", with: "-"), version)
        return [app, build.map { "(\($0))" }, part(system, systemVersion), model].compactMap { $0 }
            .joined(separator: " ")
    }
}

extension ClientFacts {
    /// The facts of this process, read from its bundle and the system.
    public static var ofThisProcess: ClientFacts {
        func entry(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }
        let system = ProcessInfo.processInfo.operatingSystemVersion
        // The system's settings show 17.5 and not 17.5.0.
        let patch = system.patchVersion == 0 ? "" : ".\(system.patchVersion)"
        return ClientFacts(
            name: entry("CFBundleName") ?? ProcessInfo.processInfo.processName,
            version: entry("CFBundleShortVersionString"), build: entry("CFBundleVersion"),
            platform: systemName.lowercased(), system: systemName,
            systemVersion: "\(system.majorVersion).\(system.minorVersion)\(patch)", model: model)
    }

    private static var systemName: String {
        #if os(iOS)
            "iOS"
        #elseif os(macOS)
            "macOS"
        #elseif os(watchOS)
            "watchOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(visionOS)
            "visionOS"
        #else
            "Linux"
        #endif
    }

    /// The hardware: `iPhone16,1` on a phone, the simulated model in a simulator, `x86_64` elsewhere.
    private static var model: String? {
        if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
        var system = utsname()
        guard uname(&system) == 0 else { return nil }
        return withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension ClientFacts.Language {
    /// The user's current language, region and time zone.
    public static var current: Self {
        // `autoupdatingCurrent` does not write BCP 47 on Linux, so `current` is read.
        Self(.current, timeZone: TimeZone.autoupdatingCurrent.identifier)
    }

    /// Reads a locale. Its region is used only if it has two letters: others are parts of the world.
    init(_ locale: Locale, timeZone: String) {
        let region = locale.region?.identifier
        self.init(
            locale: locale.identifier(.bcp47), timeZone: timeZone, country: region?.utf8.count == 2 ? region : nil)
    }
}
