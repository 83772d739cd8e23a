// The sections of the services' settings, each by its name.

public import ServiceRuntime

extension Settings {
    /// The address for clients.
    public var http: HTTPSettings {
        get { self[HTTPSettings.self] }
        set { self[HTTPSettings.self] = newValue }
    }

    /// How long people stay signed in, and with what.
    public var sessions: SessionSettings {
        get { self[SessionSettings.self] }
        set { self[SessionSettings.self] = newValue }
    }

    /// What receipts of erasures say of backups.
    public var backups: BackupSettings {
        get { self[BackupSettings.self] }
        set { self[BackupSettings.self] = newValue }
    }

    /// The rules of location sharing.
    public var miataru: MiataruSettings {
        get { self[MiataruSettings.self] }
        set { self[MiataruSettings.self] = newValue }
    }

    /// How long the positions of signed-in people are kept.
    public var positions: PositionSettings {
        get { self[PositionSettings.self] }
        set { self[PositionSettings.self] = newValue }
    }

    /// What the pages of this server say of it.
    public var pages: PagesSettings {
        get { self[PagesSettings.self] }
        set { self[PagesSettings.self] = newValue }
    }

    /// Where the console for operators is reached.
    public var console: ConsoleSettings {
        get { self[ConsoleSettings.self] }
        set { self[ConsoleSettings.self] = newValue }
    }

    /// Who may call the API of the apps, and how often.
    public var api: APISettings {
        get { self[APISettings.self] }
        set { self[APISettings.self] = newValue }
    }

    /// Who may call the Appwrite account API, how often, and what its cookies look like.
    public var appwrite: AppwriteSettings {
        get { self[AppwriteSettings.self] }
        set { self[AppwriteSettings.self] = newValue }
    }

    /// How accounts keep their passwords.
    public var identity: IdentitySettings {
        get { self[IdentitySettings.self] }
        set { self[IdentitySettings.self] = newValue }
    }

    /// For which domain passkeys are made.
    public var passkeys: PasskeySettings {
        get { self[PasskeySettings.self] }
        set { self[PasskeySettings.self] = newValue }
    }

    /// Who may sign in with Apple.
    public var apple: AppleSettings {
        get { self[AppleSettings.self] }
        set { self[AppleSettings.self] = newValue }
    }

    /// Whose tokens count here beside Balise's own, and Apple's.
    public var issuers: [IssuerSettings] {
        get { self[IssuerList.self].issuers }
        set { self[IssuerList.self].issuers = newValue }
    }

    /// What tokens may be exchanged for.
    public var oauth: OAuthSettings {
        get { self[OAuthSettings.self] }
        set { self[OAuthSettings.self] = newValue }
    }

    /// Who may call the Ecovelo API.
    public var ecovelo: EcoveloSettings {
        get { self[EcoveloSettings.self] }
        set { self[EcoveloSettings.self] = newValue }
    }

    /// What people can want to hear of.
    public var preferences: PreferencesSettings {
        get { self[PreferencesSettings.self] }
        set { self[PreferencesSettings.self] = newValue }
    }

    /// How devices are reached, and what they are told.
    public var push: PushSettings {
        get { self[PushSettings.self] }
        set { self[PushSettings.self] = newValue }
    }

    /// Which kinds of notifications there are, and what people and apps may say of themselves.
    public var notifications: NotificationSettings {
        get { self[NotificationSettings.self] }
        set { self[NotificationSettings.self] = newValue }
    }

    /// How messages reach people.
    public var messages: MessageSettings {
        get { self[MessageSettings.self] }
        set { self[MessageSettings.self] = newValue }
    }
}
