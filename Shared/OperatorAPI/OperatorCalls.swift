// The SDK does not have these calls, because apps do not need them. The edge and the commands use the same definitions.

public import BaliseAPI
public import BaliseJSON
public import Models

/// The calls of operators, on the operations port.
public enum OperatorCalls {
    public typealias Call<Request: JSONConvertible, Reply: JSONReadable> = APICallDefinition<Request, Reply>
    public typealias Question<Reply: JSONReadable> = APICallDefinition<NoBody, Reply>

    // Each audience begins with the lowest scope that it requires; the other scopes include that one.

    public static let viewers = APIAudience.apiKey([.view, .assist, .operate])
    private static let assistants = APIAudience.apiKey([.assist, .operate])
    private static let operators = APIAudience.apiKey([.operate])

    /// Defines a call. A successful call without a body in its answer has the status 204.
    private static func call<Request, Reply>(
        _ method: APIMethod, _ path: String, for audience: APIAudience? = nil, answering success: Int? = nil,
        name: String = #function
    ) -> APICallDefinition<Request, Reply> {
        let usual = Reply.self == NoBody.self && method != .get ? 204 : 200
        return APICallDefinition(
            name, method, "", path, for: audience ?? (method == .get ? viewers : operators),
            answering: [success ?? usual])
    }

    // MARK: API keys

    public static var listAPIKeys: Question<APIKeyList> { call(.get, "/api-keys") }
    /// Creates an API key. The answer contains its secret, which is shown only there.
    public static var createAPIKey: Call<CreateAPIKeyRequest, CreatedAPIKey> {
        call(.post, "/api-keys", answering: 201)
    }
    public static var revokeAPIKey: Question<NoBody> { call(.delete, "/api-keys/{id}") }

    /// Sets the address to which events of a key's publisher are posted.
    public static var setWebhook: Call<SetWebhookRequest, SetWebhookDescription> {
        call(.put, "/api-keys/{id}/webhook")
    }
    public static var getWebhook: Question<WebhookDescription> { call(.get, "/api-keys/{id}/webhook") }
    /// Pauses or resumes the webhook.
    public static var changeWebhook: Call<ChangeWebhookRequest, NoBody> { call(.patch, "/api-keys/{id}/webhook") }
    public static var removeWebhook: Question<NoBody> { call(.delete, "/api-keys/{id}/webhook") }

    public static var retryWebhook: Call<RetryWebhookRequest, RetriedEvents> {
        call(.post, "/api-keys/{id}/webhook/retry")
    }
    /// Posts a test event, and answers what the receiver said.
    public static var testWebhook: Question<WebhookAttempt> { call(.post, "/api-keys/{id}/webhook/test") }

    // MARK: Accounts

    /// Lists accounts, the newest first, by the query of `AccountList.Parameter`.
    public static var listAccounts: Question<AccountList> { call(.get, "/accounts") }
    /// Finds an account by its id or a sign-in name. The query `by` chooses one of the two.
    public static var findAccount: Question<AccountDescription> { call(.get, "/accounts/{account}") }
    /// Creates an account, and sends its user a link for the password.
    public static var inviteAccount: Call<InviteAccountRequest, InvitedAccountDescription> {
        call(.post, "/accounts", answering: 201)
    }
    /// Changes the names and the language of an account's user.
    public static var editAccount: Call<EditAccountRequest, AccountDescription> { call(.patch, "/accounts/{account}") }
    public static var sendPasswordLink: Question<SentPasswordLink> {
        call(.post, "/accounts/{account}/password-reset", for: assistants)
    }
    public static var listAccountSessions: Question<AccountSessionList> { call(.get, "/accounts/{account}/sessions") }
    public static var endAccountSessions: Question<EndedSessions> {
        call(.delete, "/accounts/{account}/sessions", for: assistants)
    }
    public static var removeSecondStep: Question<NoBody> { call(.delete, "/accounts/{account}/second-step") }
    public static var endAccountSession: Question<NoBody> {
        call(.delete, "/accounts/{account}/sessions/{session}", for: assistants)
    }
    public static var listAccountDevices: Question<AccountDevices> { call(.get, "/accounts/{account}/devices") }
    /// Counts what the user shares places with, without names and places.
    public static var getAccountSharing: Question<AccountSharing> {
        call(.get, "/accounts/{account}/sharing", for: assistants)
    }
    /// Ends all open share links, all trackers or all forwarders of the user.
    public static var endAccountSharing: Question<EndedSharing> { call(.delete, "/accounts/{account}/sharing/{kind}") }
    public static var getAccountPreferences: Question<AccountPreferences> {
        call(.get, "/accounts/{account}/preferences", for: assistants)
    }
    /// Lists the user's inbox, by the query of `AccountInbox.Parameter`.
    public static var listAccountInbox: Question<AccountInbox> {
        call(.get, "/accounts/{account}/inbox", for: assistants)
    }
    /// Exports all data of the account as a ZIP archive.
    public static var operatorExportAccount: Question<NoBody> {
        call(.post, "/accounts/{account}/export", answering: 200)
    }
    public static var eraseAccount: Question<BegunErasure> { call(.delete, "/accounts/{account}") }
    /// Reads the progress of an erasure, and its receipt.
    public static var operatorGetErasure: Question<ErasureStatus> { call(.get, "/erasures/{id}") }
    public static var disableAccount: Question<NoBody> { call(.post, "/accounts/{account}/disable", for: assistants) }
    public static var enableAccount: Question<NoBody> { call(.post, "/accounts/{account}/enable", for: assistants) }
    /// Adds tags to an account and removes others. Publishers' programs change the same tags.
    public static var operatorChangeTags: Call<ChangeAccountTagsRequest, NoBody> {
        call(.post, "/accounts/{account}/tags")
    }

    /// Begins an import of another product's users.
    public static var beginAccountImport: Call<BeginAccountImportRequest, BegunAccountImport> {
        call(.post, "/account-imports", answering: 201)
    }
    /// Imports a portion of users. Without the token of an import, it only checks them.
    public static var importAccounts: Call<ImportAccountsRequest, ImportedAccounts> {
        call(.post, "/account-imports/users")
    }
    public static var endAccountImport: Call<EndAccountImportRequest, AccountImportCounts> {
        call(.post, "/account-imports/end")
    }

    // MARK: Map

    /// Streams the places of the devices that let the operator see them, as Server-Sent Events.
    public static var streamMap: Question<NoBody> { call(.get, "/map/stream", for: operators) }
    /// Names the owners of the devices that let the operator see them.
    public static var listMapOwners: Question<MapOwners> { call(.get, "/map/owners", for: operators) }
    /// Reads the earlier places of a device on the map. The device's id is in the body, because logs contain addresses.
    public static var getMapHistory: Call<DeviceRequest, NoBody> { call(.post, "/map/history", answering: 200) }

    // MARK: Push devices

    /// Finds the account of a push token, by the query of `FoundPushDevices.Parameter`.
    public static var findPushDevices: Question<FoundPushDevices> { call(.get, "/push-devices") }

    public static var getPushHealth: Question<PushHealthDescription> { call(.get, "/push-health") }
    public static var testPushDevice: Call<TestPushDeviceRequest, SendTestPushResponse> {
        call(.post, "/accounts/{account}/push-devices/{id}/test", for: assistants)
    }

    // MARK: Installations

    public static var countInstallations: Question<InstallationCounts> { call(.get, "/installations") }
    /// Lists the people of a group of installations, by the query of `InstallationPeople.Parameter`.
    public static var listInstallationPeople: Question<InstallationPeople> {
        call(.get, "/installations/people", for: assistants)
    }

    // MARK: Audit log

    /// Lists the audit log, the latest entry first, by the query of `AuditList.Parameter`.
    public static var listAuditEntries: Question<AuditList> { call(.get, "/audit") }
    /// Checks a part of the audit log, by the query of `AuditVerification.Parameter`.
    public static var verifyAuditLog: Question<AuditVerification> { call(.get, "/audit/verification") }

    // MARK: Security log

    /// Lists the security log, the latest event first, by the query of `SecurityEventList.Parameter`.
    public static var listSecurityEvents: Question<SecurityEventList> { call(.get, "/security-events") }

    // MARK: History

    /// Reads figures of the server over time, by the query of `ServerHistory.Parameter`.
    public static var getServerHistory: Question<ServerHistory> { call(.get, "/history") }

    // MARK: Warnings

    /// Lists the latest warnings and errors in the logs of all processes.
    public static var listWarnings: Question<WarningList> { call(.get, "/warnings") }

    // MARK: Checks

    /// Runs all checks, which also try credentials at their providers.
    public static var listChecks: Question<CheckList> { call(.get, "/checks") }

    // MARK: Devices

    public static var operatorResetDeviceKey: Call<DeviceRequest, DeviceKeyResponse> {
        call(.post, "/devices/reset-key")
    }
    public static var operatorRemoveDeviceKey: Call<DeviceRequest, NoBody> { call(.post, "/devices/remove-key") }

    /// Begins an import of a Miataru server's devices.
    public static var beginPlaceImport: Call<BeginPlaceImportRequest, BegunPlaceImport> {
        call(.post, "/place-imports", answering: 201)
    }
    /// Imports a portion of devices. Without the token of an import, it only checks them.
    public static var importPlaces: Call<ImportPlacesRequest, ImportedPlaces> { call(.post, "/place-imports/devices") }
    public static var endPlaceImport: Call<EndPlaceImportRequest, PlaceImportCounts> {
        call(.post, "/place-imports/end")
    }

    // MARK: Notifications

    /// Lists the notifications of all publishers, including announcements, the latest first.
    public static var operatorListNotifications: Question<NotificationPage> { call(.get, "/notifications") }
    public static var operatorGetNotification: Question<PublishedNotification> { call(.get, "/notifications/{id}") }
    public static var operatorSendNotification: Call<SendNotificationRequest, PublishedNotification> {
        call(.post, "/notifications", answering: 201)
    }
    public static var operatorAnnounce: Call<AnnounceRequest, PublishedAnnouncement> {
        call(.post, "/announcements", answering: 201)
    }
    /// Counts the recipients of an announcement without sending it.
    public static var operatorCountAudience: Call<AnnounceRequest, AnnouncementDryRun> {
        call(.post, "/announcements/audience")
    }
    public static var operatorCountNotificationAudience: Call<SendNotificationRequest, AnnouncementDryRun> {
        call(.post, "/notifications/audience")
    }
    /// Replaces one of the operator's notifications that has not begun.
    public static var operatorChangeNotification: Call<SendNotificationRequest, PublishedNotification> {
        call(.put, "/notifications/{id}")
    }
    public static var operatorCancelNotification: Question<PublishedNotification> {
        call(.delete, "/notifications/{id}")
    }
    /// Returns the reason why a user was or was not notified.
    public static var operatorExplainNotification: Question<AnnouncementRecipient> {
        call(.get, "/notifications/{id}/recipients/{account}", for: assistants)
    }

    /// Lists the series of all publishers, by the query of `OperatorSeriesList.Parameter`.
    public static var operatorListSeries: Question<OperatorSeriesList> { call(.get, "/series") }
    public static var operatorSetSeries: Call<SetSeriesRequest, OperatorSeries> { call(.put, "/series/{name}") }
    /// Ends a series of any publisher.
    public static var operatorEndSeries: Question<NoBody> { call(.delete, "/series/{publisher}/{name}") }

    // MARK: Settings

    /// Lists the settings with their values and sources, without secrets.
    public static var listSettings: Question<SettingList> { call(.get, "/settings", for: operators) }

    // MARK: Backups

    public static var listBackups: Question<BackupList> { call(.get, "/backups") }
    public static var makeBackup: Question<BackupJob> { call(.post, "/backups", answering: 202) }
    public static var verifyBackup: Question<BackupJob> { call(.post, "/backups/{name}/verification", answering: 202) }

    // MARK: Console

    public static var createConsoleLink: Question<ConsoleLink> {
        call(.post, "/console-links", for: viewers, answering: 201)
    }
    public static var listConsoleSessions: Question<ConsoleSessionList> { call(.get, "/console-sessions") }
    public static var endConsoleSession: Question<NoBody> { call(.delete, "/console-sessions/{id}") }
    public static var listConsolePasskeys: Question<ConsolePasskeyList> { call(.get, "/console-passkeys") }
    public static var removeConsolePasskey: Question<NoBody> { call(.delete, "/console-passkeys/{id}") }

    // MARK: Signing keys

    public static var listSigningKeys: Question<SigningKeyList> { call(.get, "/signing-keys") }

    public static var rotateSigningKey: Question<RotateSigningKey.Reply> { call(.post, "/signing-keys/rotate") }

    // MARK: Accounts that the identity service has lost

    /// Lists the services with data of accounts that the identity service has lost. The next two calls erase or keep
    /// that data.
    public static var listMissingAccounts: Question<MissingAccountList> { call(.get, "/missing-accounts") }
    public static var eraseMissingAccounts: Question<DecidedServices> { call(.post, "/missing-accounts/erase") }
    public static var keepMissingAccounts: Question<DecidedServices> { call(.post, "/missing-accounts/keep") }
}
