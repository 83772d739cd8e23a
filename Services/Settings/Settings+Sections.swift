public import ServiceRuntime

extension Settings {
    /// The address for clients.
    public var http: HTTPSettings {
        get { self[HTTPSettings.self] }
        set { self[HTTPSettings.self] = newValue }
    }

    /// The lifetimes of sessions and their tokens.
    public var sessions: SessionSettings {
        get { self[SessionSettings.self] }
        set { self[SessionSettings.self] = newValue }
    }

    /// The retention of backups, for the receipts of erasures.
    public var backups: BackupSettings {
        get { self[BackupSettings.self] }
        set { self[BackupSettings.self] = newValue }
    }

    /// The rules of location sharing.
    public var miataru: MiataruSettings {
        get { self[MiataruSettings.self] }
        set { self[MiataruSettings.self] = newValue }
    }

    /// The retention of the positions of signed-in users.
    public var positions: PositionSettings {
        get { self[PositionSettings.self] }
        set { self[PositionSettings.self] = newValue }
    }

    /// The server's description on its own pages.
    public var pages: PagesSettings {
        get { self[PagesSettings.self] }
        set { self[PagesSettings.self] = newValue }
    }

    /// The console for operators.
    public var console: ConsoleSettings {
        get { self[ConsoleSettings.self] }
        set { self[ConsoleSettings.self] = newValue }
    }

    /// The access to the API of the apps, and its limits.
    public var api: APISettings {
        get { self[APISettings.self] }
        set { self[APISettings.self] = newValue }
    }

    /// The access to the Appwrite account API, its limits and its cookies.
    public var appwrite: AppwriteSettings {
        get { self[AppwriteSettings.self] }
        set { self[AppwriteSettings.self] = newValue }
    }

    /// Accounts and their passwords.
    public var identity: IdentitySettings {
        get { self[IdentitySettings.self] }
        set { self[IdentitySettings.self] = newValue }
    }

    /// The domain of passkeys.
    public var passkeys: PasskeySettings {
        get { self[PasskeySettings.self] }
        set { self[PasskeySettings.self] = newValue }
    }

    /// The sign-in with Apple.
    public var apple: AppleSettings {
        get { self[AppleSettings.self] }
        set { self[AppleSettings.self] = newValue }
    }

    /// The identity providers whose tokens are accepted beside Balise's own and Apple's.
    public var issuers: [IssuerSettings] {
        get { self[IssuerList.self].issuers }
        set { self[IssuerList.self].issuers = newValue }
    }

    /// The token exchange.
    public var oauth: OAuthSettings {
        get { self[OAuthSettings.self] }
        set { self[OAuthSettings.self] = newValue }
    }

    /// The access to the Ecovelo API.
    public var ecovelo: EcoveloSettings {
        get { self[EcoveloSettings.self] }
        set { self[EcoveloSettings.self] = newValue }
    }

    /// The choices in users' notification preferences.
    public var preferences: PreferencesSettings {
        get { self[PreferencesSettings.self] }
        set { self[PreferencesSettings.self] = newValue }
    }

    /// The delivery of pushes, and their standard texts.
    public var push: PushSettings {
        get { self[PushSettings.self] }
        set { self[PushSettings.self] = newValue }
    }

    /// The kinds of notifications, the open topics and the tags of push devices.
    public var notifications: NotificationSettings {
        get { self[NotificationSettings.self] }
        set { self[NotificationSettings.self] = newValue }
    }

    /// The delivery of messages to users.
    public var messages: MessageSettings {
        get { self[MessageSettings.self] }
        set { self[MessageSettings.self] = newValue }
    }
}
