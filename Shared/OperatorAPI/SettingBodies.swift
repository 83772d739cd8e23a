// The settings that count, as an operator sees them.

public import BaliseJSON

/// The settings of the program that has the edge: what GET /settings answers.
public struct SettingList: JSONConvertible, Hashable {
    /// In the order of the reference.
    public var settings: [SettingDescription]

    /// Makes a body of this member.
    public init(settings: [SettingDescription]) { self.settings = settings }
}

/// A setting, its value and where that comes from.
public struct SettingDescription: JSONConvertible, Hashable {
    /// The name in the configuration file, for example `http.port`.
    public var name: String
    /// The environment variable.
    public var variable: String
    /// What counts; `<set>` for a secret.
    public var value: String
    /// Where that comes from; `default` when nothing says otherwise.
    public var source: String
    /// What counts when nothing says otherwise.
    public var `default`: String
    /// Which values are allowed.
    public var allowed: String
    /// What it is for.
    public var meaning: String

    /// Makes a body of these members.
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
