import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension ClientFacts {
    /// The facts of this process, read from its bundle and the system.
    public static var ofThisProcess: ClientFacts {
        func entry(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }
        let system = ProcessInfo.processInfo.operatingSystemVersion
        // As the system's settings show it: 17.5 and not 17.5.0.
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

    /// The hardware: `iPhone16,1` on a phone, the simulated one in a simulator, `x86_64` where nothing better is known.
    private static var model: String? {
        if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
        var system = utsname()
        guard uname(&system) == 0 else { return nil }
        return withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension ClientFacts.Language {
    /// The user's current settings.
    public static var current: Self {
        // `autoupdatingCurrent` does not write BCP 47 on Linux.
        Self(.current, timeZone: TimeZone.autoupdatingCurrent.identifier)
    }

    /// The region of a locale is a country only if it has two letters; parts of the world have three digits.
    init(_ locale: Locale, timeZone: String) {
        let region = locale.region?.identifier
        self.init(
            locale: locale.identifier(.bcp47), timeZone: timeZone, country: region?.utf8.count == 2 ? region : nil)
    }
}
