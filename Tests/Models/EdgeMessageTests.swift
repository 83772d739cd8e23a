@Suite("Messages of the edge")
struct EdgeMessageTests {
    /// Those that show a secret or a proof of their own: a password, a token, a code, a passkey, a key of a device.
    private static let proven: Set<String> = [
        "ActForOperator", "AddEarlierLocations", "AppendAuditEntry", "Authenticate", "BeginPasskeySignIn",
        "BeginProviderSignIn",
        "ChangePassword", "CheckPasswordReset", "ConfirmEmail", "ConfirmPhone", "ConfirmTOTP", "EraseOwnAccount",
        "ExchangeToken",
        "FindShareLink", "FinishProviderSignIn", "GetErasure", "ImportAccounts", "ImportPlaces", "IntrospectToken",
        "JudgeAPIKey", "OpenShareLink", "Proven", "RedeemSignInCode",
        "RefreshSession", "ResetPassword", "RevokeToken", "SignIn", "SignInAnonymously", "SignInWithApple",
        "SignInWithEmailCode",
        "SignInWithPasskey", "TakeAppleNotification", "TakeLogoutToken", "TakeSecondStep", "VerifyAPIKeyPasskey",
        "DeleteLocation", "GetAllowedDeviceList", "GetDeviceSecurityStatus", "GetDeviceSlogan", "GetLocation",
        "GetLocationGeoJSON", "GetLocationHistory", "GetPlaces", "GetVisitorHistory", "RenewSharedView", "ReviewViews",
        "ReportByTracker", "SetAllowedDeviceList", "SetDeviceKey", "SetDeviceSlogan", "UpdateLocation",
    ]
    /// Those of people, of whom the edge says who they are: their own things, which they can bring back.
    private static let people: Set<String> = [
        "ChangeCircle", "ChangeCircleDocument", "CreateCircle", "CreateCircleInvitation", "CreateCircleDocument",
        "EndCircleInvitation", "FindCircleDocuments", "JoinCircle", "LeaveCircle", "ListCircleInvitations",
        "ListCircleVisits", "ListCircles",
        "SetCircleConsent", "AskForPlace", "WakeForPlace", "ChangeArrivalPlace", "CreateArrivalPlace",
        "AllowArrivals", "ListArrivalPlaces", "RemoveArrivalPlace", "ReportArrival", "SetReaderNotices",
        "AllowPositions", "BeginPasskeyProof", "BeginPasskeyRegistration", "BeginTOTP", "ChangeShareLink",
        "ClaimDevice", "CountUnread",
        "ChangeTracker", "CreateTracker", "ListTrackers", "RevokeTracker",
        "CreateForwarder", "ListForwarders", "RemoveForwarder", "TestForwarder",
        "CreateAccount", "CreateShareLink", "DeleteDeviceHistory", "EndShareLink", "ErasePosition", "ExtendSession",
        "FindAnnouncements",
        "GetHistoryRetention", "GetKinds", "GetPosition", "ImportDeviceHistory",
        "GetPreferences", "GetProfile", "GetSecondStep", "IssueSessionToken", "ListClaimedDevices", "ListInbox",
        "ListInquiries", "ListPasskeys", "ListProviderLinks", "ListPushTokens", "ListReadableDevices", "ListSessions",
        "ListShareLinks", "MarkRead",
        "MutePushToken", "OfferDevice", "OpenAnnouncement", "ReadDeviceHistory", "ReadDocument", "RecordActivity",
        "RecordInteractions",
        "Register", "RegisterPasskey", "RegisterPushToken", "ReleaseDevice", "RemovePasskey", "RemovePhone",
        "RemoveProviderLink",
        "RemovePushTokens", "RenamePasskey", "RequestEmailCode", "RequestEmailSignIn", "RequestPasswordReset",
        "RequestPhoneCode", "SetDeviceTags", "SetHistoryRetention", "SetKinds", "SetPosition", "SetPreferences",
        "SetQuietHours",
        "SubscribeTopic", "TakeOverDevice", "UpdateProfile", "WriteDocument",
    ]
    /// Those of publishers, of whom the edge says who they are: hundreds in a second.
    private static let publishers: Set<String> = [
        "ChangeTopicMembers", "CreateBroadcastChannel", "DeleteBroadcastChannel", "ExplainRecipient",
        "GetNotification", "GetSeries", "ListBroadcastChannels",
        "ListNotifications", "ListResults", "ListSeries", "PreviewNotification", "SendBroadcast", "SummarizeResults",
    ]
    /// Those for which the edge itself writes an entry of the audit log before it sends them.
    private static let recorded: Set<String> = ["BeginBackup"]
    /// Those that only read.
    private static let readings: Set<String> = [
        "AwaitAccountChanges", "CountInstallations", "CountPushLanguages", "CountSharing", "FindAccount",
        "FindPushDevices",
        "GetEventKey", "GetPushHealth", "GetSigningKeys", "GetWebhook", "ListAPIKeyPasskeys", "ListAPIKeys",
        "ListAccounts",
        "ListAuditEntries", "ListInstalledAccounts", "PreviewAccountImport", "PreviewPlaceImport", "VerifyAuditLog",
    ]

    @Test("Each message is an act of operators, or is listed as none")
    func acts() throws {
        let known = Self.proven.union(Self.people).union(Self.publishers).union(Self.recorded).union(Self.readings)
        let acts = Set(OperatorActs.all.map { "\($0)" })
        let messages = try messages()
        let declared = Set(messages.filter(\.isOfEdge).map(\.name))
        #expect(declared.count > 100)
        // Add a new message to one of the lists above, or let it conform to OperatorAct and add it to OperatorActs.all.
        #expect(declared.subtracting(known).subtracting(acts).sorted() == [])
        #expect(known.subtracting(declared).sorted() == [] && known.intersection(acts).sorted() == [])
        #expect(messages.filter(\.isAct).map(\.name).filter { !acts.contains($0) } == [])
    }

    @Test("Acts are sent by auth-session, and by the edge only if users or publishers send them too")
    func senders() {
        let mixed = Set(
            OperatorActs.all.compactMap { $0 as? any ServiceRequest.Type }.filter { $0.senders.contains(.edge) }
                .map { "\($0)" })
        #expect(
            mixed.sorted() == [
                "CancelNotification", "ChangeNotification", "ChangeTags", "EndOtherSessions", "EndSeries", "EndSession",
                "RemoveDeviceKey", "ResetDeviceKey", "SendNotification", "SendTestPush",
                "SetSeries",
            ])
        let device = DeviceID("phone")!
        let account = AccountID("ada")!
        let operators = PublisherID.ofOperators!
        #expect(ResetDeviceKey(device: device).isOfOperator && RemoveDeviceKey(device: device).isOfOperator)
        #expect(!ResetDeviceKey(device: device, account: account).isOfOperator)
        #expect(CancelNotification(id: "a", of: nil).isOfOperator && EndSeries(name: "n", of: operators).isOfOperator)
        #expect(!CancelNotification(id: "a", of: PublisherID("shop")).isOfOperator)
        #expect(!ChangeTags(accounts: [account], added: [], removed: []).isOfOperator)
        let test = SendTestPush(account: account, type: .offer, subject: .text("t"))
        #expect(!test.isOfOperator)
    }

    private struct Message {
        let name: String
        let isAct: Bool
        let isOfEdge: Bool
    }

    private func messages() throws -> [Message] {
        let models = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Shared/Models")
        let files = try #require(FileManager.default.enumerator(at: models, includingPropertiesForKeys: nil))
        let message = /^(\w+)(?:<[^>]*>)?: .*(?:RequestFromEdge|ServiceRequest|OperatorAct)/
        var messages: [Message] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = "\n\n" + (try String(contentsOf: file, encoding: .utf8))
            // The members and senders of a message are in its declaration, so in the lines up to the next one.
            for part in text.split(separator: "\npublic struct ").dropFirst() {
                let line = part.prefix { $0 != "\n" }
                guard let name = line.firstMatch(of: message)?.1 else { continue }
                let isOfEdge = line.contains("RequestFromEdge") || part.contains(/senders: Set<ServiceName>.*\.edge/)
                messages.append(Message(name: String(name), isAct: line.contains("OperatorAct"), isOfEdge: isOfEdge))
            }
        }
        return messages
    }
}
