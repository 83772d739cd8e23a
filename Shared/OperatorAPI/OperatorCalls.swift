// The calls of the operations port that operators make. They stand here and not in the SDK's package, since apps have
// no business with them: the edge answers by these definitions, and the operator's commands ask by them.

public import BaliseAPI
public import BaliseJSON

/// The calls of an operator, on the port of the operations.
public enum OperatorCalls {
    /// A call.
    public typealias Call<Request: JSONConvertible, Reply: JSONReadable> = APICallDefinition<Request, Reply>
    /// A call without a body.
    public typealias Question<Reply: JSONReadable> = APICallDefinition<NoBody, Reply>

    // The first scope is the least that is needed, and others include it; the operator's own token opens every call.

    /// Who may see what there is.
    public static let viewers = APIAudience.apiKey([.view, .assist, .operate])
    /// Who may help one person.
    private static let assistants = APIAudience.apiKey([.assist, .operate])
    /// Who may do everything.
    private static let operators = APIAudience.apiKey([.operate])

    private static func call<Request, Reply>(
        _ method: APIMethod, _ path: String, for audience: APIAudience? = nil, answering success: Int = 200,
        name: String = #function
    ) -> APICallDefinition<Request, Reply> {
        APICallDefinition(
            name, method, "", path, for: audience ?? (method == .get ? viewers : operators), answering: [success])
    }

    // MARK: API keys

    /// The keys that there are.
    public static var listAPIKeys: Question<APIKeyList> { call(.get, "/api-keys") }
    /// Makes a key. Its secret is in the answer, for the only time.
    public static var createAPIKey: Call<CreateAPIKeyRequest, CreatedAPIKey> {
        call(.post, "/api-keys", answering: 201)
    }
    /// Ends a key.
    public static var revokeAPIKey: Question<NoBody> { call(.delete, "/api-keys/{id}", answering: 204) }

    /// Posts the events of a key's publisher somewhere.
    public static var setWebhook: Call<SetWebhookRequest, SetWebhookDescription> {
        call(.put, "/api-keys/{id}/webhook")
    }
    /// Where they are posted, and how that goes.
    public static var getWebhook: Question<WebhookDescription> { call(.get, "/api-keys/{id}/webhook") }
    /// Posts them no more.
    public static var removeWebhook: Question<NoBody> { call(.delete, "/api-keys/{id}/webhook", answering: 204) }

    /// Posts those again that were given up, or one of them.
    public static var retryWebhook: Call<RetryWebhookRequest, RetriedEvents> {
        call(.post, "/api-keys/{id}/webhook/retry")
    }

    // MARK: Accounts

    /// Accounts, the newest first; the query says which (`AccountList.Parameter`).
    public static var listAccounts: Question<AccountList> { call(.get, "/accounts") }
    /// An account, by its id or by any name that its person signs in with; the query `by` says which of the two is
    /// meant.
    public static var findAccount: Question<AccountDescription> { call(.get, "/accounts/{account}") }
    /// Makes an account for a person, and sends them a link for its password.
    public static var inviteAccount: Call<InviteAccountRequest, InvitedAccountDescription> {
        call(.post, "/accounts", answering: 201)
    }
    /// Sends its person a link for a new password.
    public static var sendPasswordLink: Question<SentPasswordLink> {
        call(.post, "/accounts/{account}/password-reset", for: assistants)
    }
    /// Where its person is signed in.
    public static var listAccountSessions: Question<AccountSessionList> { call(.get, "/accounts/{account}/sessions") }
    /// Signs them out everywhere.
    public static var endAccountSessions: Question<EndedSessions> {
        call(.delete, "/accounts/{account}/sessions", for: assistants)
    }
    /// Removes the second step of their sign-ins.
    public static var removeSecondStep: Question<NoBody> {
        call(.delete, "/accounts/{account}/second-step", answering: 204)
    }
    /// Signs them out in one place.
    public static var endAccountSession: Question<NoBody> {
        call(.delete, "/accounts/{account}/sessions/{session}", for: assistants, answering: 204)
    }
    /// On what they are reached, and which devices they have claimed.
    public static var listAccountDevices: Question<AccountDevices> { call(.get, "/accounts/{account}/devices") }
    /// What its person wants to hear of.
    public static var getAccountPreferences: Question<AccountPreferences> {
        call(.get, "/accounts/{account}/preferences", for: assistants)
    }
    /// What its person was told; the query says which part (`AccountInbox.Parameter`).
    public static var listAccountInbox: Question<AccountInbox> {
        call(.get, "/accounts/{account}/inbox", for: assistants)
    }
    /// Gives out all that is kept of an account, as a ZIP archive.
    public static var operatorExportAccount: Question<NoBody> { call(.post, "/accounts/{account}/export") }
    /// Erases an account with all that there is of it.
    public static var eraseAccount: Question<BegunErasure> { call(.delete, "/accounts/{account}") }
    /// How an erasure stands, and its receipt.
    public static var operatorGetErasure: Question<ErasureStatus> { call(.get, "/erasures/{id}") }
    /// Closes an account.
    public static var disableAccount: Question<NoBody> {
        call(.post, "/accounts/{account}/disable", for: assistants, answering: 204)
    }
    /// Opens it again.
    public static var enableAccount: Question<NoBody> {
        call(.post, "/accounts/{account}/enable", for: assistants, answering: 204)
    }

    // MARK: Map

    /// Where the devices are whose owners let the operator see them, as they move: a stream of events.
    public static var streamMap: Question<NoBody> { call(.get, "/map/stream", for: operators) }
    /// Where one of them was. The id stands in the body, since addresses are kept in logs.
    public static var getMapHistory: Call<DeviceRequest, NoBody> { call(.post, "/map/history") }

    // MARK: Push devices

    /// Whose a push token is; the query says which (`FoundPushDevices.Parameter`).
    public static var findPushDevices: Question<FoundPushDevices> { call(.get, "/push-devices") }

    /// What became of pushes, by app and credential.
    public static var getPushHealth: Question<PushHealthDescription> { call(.get, "/push-health") }
    /// Sends a test to a push device of a person.
    public static var testPushDevice: Call<TestPushDeviceRequest, SendTestPushResponse> {
        call(.post, "/accounts/{account}/push-devices/{id}/test", for: assistants)
    }

    // MARK: Installations

    /// Which versions of the app, systems and languages are in use.
    public static var countInstallations: Question<InstallationCounts> { call(.get, "/installations") }

    // MARK: Audit log

    /// What operators have done, the latest first; the query says about whom (`AuditList.Parameter`).
    public static var listAuditEntries: Question<AuditList> { call(.get, "/audit") }
    /// Checks a part of it; the query says which (`AuditVerification.Parameter`).
    public static var verifyAuditLog: Question<AuditVerification> { call(.get, "/audit/verification") }

    // MARK: Security log

    /// What the security log tells, the latest first; the query says what of it (`SecurityEventList.Parameter`).
    public static var listSecurityEvents: Question<SecurityEventList> { call(.get, "/security-events") }

    // MARK: Warnings

    /// The latest warnings and errors of the logs of all processes.
    public static var listWarnings: Question<WarningList> { call(.get, "/warnings") }

    // MARK: Devices

    /// Gives a device another key.
    public static var operatorResetDeviceKey: Call<DeviceRequest, NewDeviceKey> { call(.post, "/devices/reset-key") }
    /// Frees a device of its key.
    public static var operatorRemoveDeviceKey: Call<DeviceRequest, NoBody> {
        call(.post, "/devices/remove-key", answering: 204)
    }

    // MARK: Announcements

    /// What was announced, by whomever.
    public static var operatorListAnnouncements: Question<AnnouncementPage> { call(.get, "/announcements") }
    /// What became of an announcement.
    public static var operatorGetAnnouncement: Question<PublishedAnnouncement> { call(.get, "/announcements/{id}") }
    /// Announces something in the operator's name.
    public static var operatorAnnounce: Call<AnnounceRequest, PublishedAnnouncement> {
        call(.post, "/announcements", answering: 201)
    }
    /// Counts who would be told of an announcement, and makes none.
    public static var operatorCountAudience: Call<AnnounceRequest, AnnouncementDryRun> {
        call(.post, "/announcements/audience")
    }
    /// Takes an announcement back.
    public static var operatorCancelAnnouncement: Question<PublishedAnnouncement> {
        call(.delete, "/announcements/{id}")
    }
    /// Why somebody was told of it, or not.
    public static var operatorExplainRecipient: Question<AnnouncementRecipient> {
        call(.get, "/announcements/{id}/recipients/{account}", for: assistants)
    }

    // MARK: Notifications

    /// What was sent, by whomever, the latest first; the query says which.
    public static var operatorListNotifications: Question<NotificationPage> { call(.get, "/notifications") }
    /// What became of a notification.
    public static var operatorGetNotification: Question<PublishedNotification> { call(.get, "/notifications/{id}") }
    /// Tells people something in the operator's name.
    public static var operatorSendNotification: Call<SendNotificationRequest, PublishedNotification> {
        call(.post, "/notifications", answering: 201)
    }
    /// Counts who would be told, and sends nothing.
    public static var operatorCountNotificationAudience: Call<SendNotificationRequest, AnnouncementDryRun> {
        call(.post, "/notifications/audience")
    }
    /// Puts another notification in the place of one of the operator's that has not begun.
    public static var operatorChangeNotification: Call<SendNotificationRequest, PublishedNotification> {
        call(.put, "/notifications/{id}")
    }
    /// Takes a notification back.
    public static var operatorCancelNotification: Question<PublishedNotification> {
        call(.delete, "/notifications/{id}")
    }
    /// Why somebody was told of a notification, or not.
    public static var operatorExplainNotification: Question<AnnouncementRecipient> {
        call(.get, "/notifications/{id}/recipients/{account}", for: assistants)
    }

    /// What is told again and again, by whomever; the query says which part (`OperatorSeriesList.Parameter`).
    public static var operatorListSeries: Question<OperatorSeriesList> { call(.get, "/series") }
    /// Has something told again and again in the operator's name, or changes that.
    public static var operatorSetSeries: Call<SetSeriesRequest, OperatorSeries> { call(.put, "/series/{name}") }
    /// Has something told no more, whosever it is.
    public static var operatorEndSeries: Question<NoBody> {
        call(.delete, "/series/{publisher}/{name}", answering: 204)
    }

    // MARK: Settings

    /// What counts, and where it comes from. Secrets are not shown.
    public static var listSettings: Question<SettingList> { call(.get, "/settings", for: operators) }

    // MARK: Backups

    /// The backups in the operator's folder.
    public static var listBackups: Question<BackupList> { call(.get, "/backups") }
    /// Begins to make one.
    public static var makeBackup: Question<BackupJob> { call(.post, "/backups", answering: 202) }
    /// Begins to check one.
    public static var verifyBackup: Question<BackupJob> {
        call(.post, "/backups/{name}/verification", answering: 202)
    }

    // MARK: Console

    /// Makes a link into the console, for whoever asks.
    public static var createConsoleLink: Question<ConsoleLink> {
        call(.post, "/console-links", for: viewers, answering: 201)
    }
    /// Who is signed in to the console.
    public static var listConsoleSessions: Question<ConsoleSessionList> { call(.get, "/console-sessions") }
    /// Ends a session of the console.
    public static var endConsoleSession: Question<NoBody> {
        call(.delete, "/console-sessions/{id}", answering: 204)
    }
    /// The passkeys with which operators sign in to the console.
    public static var listConsolePasskeys: Question<ConsolePasskeyList> { call(.get, "/console-passkeys") }
    /// Removes one of them.
    public static var removeConsolePasskey: Question<NoBody> {
        call(.delete, "/console-passkeys/{id}", answering: 204)
    }

    // MARK: Signing keys

    /// The keys that verify access tokens.
    public static var listSigningKeys: Question<SigningKeyList> { call(.get, "/signing-keys") }

    /// Signs access tokens with a new key from now on.
    public static var rotateSigningKey: Question<NewSigningKey> { call(.post, "/signing-keys/rotate") }

    // MARK: Accounts that identity has lost

    /// Which services keep something of accounts that identity no longer has.
    public static var listMissingAccounts: Question<MissingAccountList> { call(.get, "/missing-accounts") }
    /// Has them erase it.
    public static var eraseMissingAccounts: Question<DecidedServices> { call(.post, "/missing-accounts/erase") }
    /// Has them keep it.
    public static var keepMissingAccounts: Question<DecidedServices> { call(.post, "/missing-accounts/keep") }
}
