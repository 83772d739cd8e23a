// Everything that can be configured, typed, and how it is loaded.

public import Foundation

/// Everything that can be configured.
///
/// A value on the command line counts before one in the environment, that before one in the YAML file, and that before
/// the default.
public struct Settings: Sendable {
    /// The YAML file that more of them stand in.
    var configurationFile: URL?
    /// The folder of the databases, keys and sockets; absolute.
    public var dataDirectory: URL
    /// The address for clients.
    public var http: HTTPSettings
    /// The address for the operator.
    public var operations: OperationsSettings
    /// How the services reach each other.
    public var bus: BusSettings
    /// How long people stay signed in, and with what.
    public var sessions: SessionSettings
    /// The rules of location sharing.
    public var miataru: MiataruSettings
    /// How long the positions of signed-in people are kept.
    public var positions: PositionSettings
    /// Who may call the API of the apps, and how often.
    public var api: APISettings
    /// Who may call the Appwrite account API, how often, and what its cookies look like.
    public var appwrite: AppwriteSettings
    /// How accounts keep their passwords.
    public var identity: IdentitySettings
    /// Who may sign in with Apple.
    public var apple: AppleSettings
    /// Whose tokens count here beside Balise's own, and Apple's.
    public var issuers: [IssuerSettings]
    /// What tokens may be exchanged for.
    public var oauth: OAuthSettings
    /// Who may call the Ecovelo API.
    public var ecovelo: EcoveloSettings
    /// What people can want to hear of.
    public var preferences: PreferencesSettings
    /// How devices are reached, and what they are told.
    public var push: PushSettings
    /// How messages reach people.
    public var messages: MessageSettings
    /// What is logged, and how.
    public var log: LogSettings
    /// Whether example calls are printed when the program is ready; nil means on a terminal.
    public var showExamples: Bool?
    /// What is odd about the sources, and no reason not to start; for the log.
    public internal(set) var warnings: [String] = []

    /// Nothing but defaults.
    public init() {
        var reader = SettingsReader([])
        self.init(&reader)
    }

    /// Loads the settings from the command line, the environment, the YAML file that one of them names, and the
    /// defaults.
    ///
    /// - Parameters:
    ///   - arguments: The options behind the program's name and command.
    ///   - environment: The environment variables; only those that begin with `BALISE_` are looked at.
    public static func load(arguments: [String], environment: [String: String]) throws(SettingsError) -> Settings {
        let loaded = load(arguments, environment)
        guard loaded.problems.isEmpty else { throw SettingsError(problems: loaded.problems) }
        return loaded.settings
    }

    /// Reads each setting once. The order here is the order of the reference.
    init(_ reader: inout SettingsReader) {
        configurationFile = reader.readOptional("config", .path("file"), "A YAML file with more settings.")
        dataDirectory = reader.read(
            "data.dir", .path("folder"), default: URL(fileURLWithPath: "data").standardizedFileURL, shownAs: "./data",
            "The folder of the databases, keys and sockets; made when it is missing, for its owner only.")
        http = HTTPSettings(&reader)
        operations = OperationsSettings(&reader)
        bus = BusSettings(&reader)
        sessions = SessionSettings(&reader)
        sessions.compareIssuer(withAddress: http.publicURL, &reader)
        miataru = MiataruSettings(&reader)
        positions = PositionSettings(&reader)
        api = APISettings(&reader)
        appwrite = AppwriteSettings(&reader)
        identity = IdentitySettings(&reader)
        apple = AppleSettings(&reader)
        issuers = IssuerSettings.readAll(&reader, apple: apple, sessions: sessions)
        oauth = OAuthSettings(&reader)
        ecovelo = EcoveloSettings(&reader)
        preferences = PreferencesSettings(&reader)
        push = PushSettings(&reader)
        messages = MessageSettings(&reader)
        log = LogSettings(&reader)
        showExamples = reader.readOptional(
            "showExamples", .flag, shownAs: "on a terminal",
            "Whether the programs with an edge print example calls when they are ready.")
    }
}
