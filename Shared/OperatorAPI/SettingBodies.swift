public import BaliseJSON

/// The settings of the edge's program: the answer of GET /settings.
public struct SettingList: JSONConvertible, Hashable {
    /// In the order of the reference.
    public var settings: [SettingDescription]

    public init(settings: [SettingDescription]) { self.settings = settings }
}

/// A setting with its value and its source: an item in the answer of GET /settings.
public struct SettingDescription: JSONConvertible, Hashable {
    /// The name in the configuration file, for example `http.port`.
    public var name: String
    public var variable: String
    /// The effective value; `<set>` for a secret.
    public var value: String
    /// Where the value is set; `default` if nowhere.
    public var source: String
    public var `default`: String
    public var allowed: String
    public var meaning: String

    public init(
        name: String, variable: String, value: String, source: String, default: String, allowed: String,
        meaning: String
    ) {
        self.name = name
        self.variable = variable
        self.value = value
        self.source = source
        self.default = `default`
        self.allowed = allowed
        self.meaning = meaning
    }
}
