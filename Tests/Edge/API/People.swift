@testable import Edge

enum People {
    static let ada = AccountID("5f0c3a9e7b1d2c4f6a8e0b1d")!
    static let stranger = AccountID("0b1d5f0c3a9e7b1d2c4f6a8e")!
    static let phone = SessionID("c4f6a8e0b1d5f0c3a9e7b1d2")!
    static let desktop = SessionID("b1d5f0c3a9e7b1d2c4f6a8e0")!
    static let strangersPhone = SessionID("9e7b1d2c4f6a8e0b1d5f0c3a")!

    /// 2026-01-31T12:00:00.789Z
    static let now = UnixTime(milliseconds: 1_769_860_800_789)
    static let earlier = UnixTime(milliseconds: 1_767_225_600_123)

    static let token = "Bearer ada"
    static let strangersToken = "Bearer stranger"
    static let expiredToken = "Bearer expired"
    static let unknownToken = "Bearer unknown"
    static let erasedToken = "Bearer erased"
    static let publishersKey = "key"
    static let operatorsKey = "operator"
    static let introspectorsKey = "introspector"

    static func profile(
        _ account: AccountID = ada, names: AccountNames? = nil, details: ProfileDetails? = nil
    ) -> AccountProfile {
        AccountProfile(
            account: account, number: 7, status: .active,
            names: names ?? AccountNames(username: "ada", email: Personal("ada@example.org")),
            details: details
                ?? ProfileDetails(firstName: Personal("Ada"), lastName: Personal("Lovelace"), locale: "fr-FR"),
            createdAt: earlier, updatedAt: now)
    }

    static func session(_ id: SessionID, _ kind: SessionKind = .rotating) -> SessionSummary {
        let client = id == phone ? SessionClient.complete() : SessionClient()
        return SessionSummary(
            session: id, account: ada, signInMethod: .password, kind: kind, createdAt: earlier, lastActivityAt: now,
            expiresAt: now.adding(seconds: 31_536_000), isRemembered: true, client: client)
    }

    static let rotating = SessionTokens(
        accessToken: SecretText("jwt"), accessExpiresAt: UnixTime(milliseconds: 1_769_860_800_000 + 86_400_000),
        refreshToken: SecretText("br_next"))
    static let opaque = SessionTokens(secret: SecretText("bs_secret"))

    static func signedIn(_ kind: SessionKind = .rotating) -> SignedIn {
        SignedIn(profile: profile(), session: session(phone, kind), tokens: kind == .opaque ? opaque : rotating)
    }
}

extension ScriptedServices {
    static func people() -> ScriptedServices {
        let services = ScriptedServices()
        services.recognisePeople()
        services.on(SignIn.self) { People.signedIn($0.kind) }
        services.on(SignInWithApple.self) { People.signedIn($0.kind) }
        services.on(RedeemSignInCode.self) { People.signedIn($0.kind) }
        services.on(TakeAppleNotification.self) { _ in Done() }
        services.on(DescribeExport.self) { _ in DescribeExport.Reply(subjects: []) }
        services.on(Proven<BeginExport>.self) { _ in Done() }
        services.on(Register.self) { message in
            SignedIn(
                profile: People.profile(names: message.names, details: message.details),
                session: People.session(People.phone, message.kind),
                tokens: message.kind == .opaque ? People.opaque : People.rotating)
        }
        services.on(RefreshSession.self) { _ in
            RefreshSession.Reply(account: People.ada, session: People.phone, tokens: People.rotating)
        }
        services.on(GetProfile.self) { People.profile($0.account) }
        services.on(UpdateProfile.self) { message in
            People.profile(message.account, names: message.names, details: message.details)
        }
        services.on(EndSession.self) { message throws(BusError) in
            // Only its own account can end a session.
            guard (message.account == People.ada) == (message.session != People.strangersPhone) else {
                throw .refused(ServiceError(.notFound, "There is no such session."))
            }
            return Done()
        }
        services.on(EndOtherSessions.self) { _ in EndOtherSessions.Reply(count: 2) }
        services.on(ListSessions.self) { message in
            message.account == People.ada
                ? [People.session(People.phone), People.session(People.desktop)]
                : [People.session(People.strangersPhone)]
        }
        services.on(ChangePassword.self) { _ in Done() }
        services.on(Proven<EraseAccount>.self) { _ in EraseAccount.Reply(askedAt: People.now) }
        services.on(CheckPasswordReset.self) { _ in Done() }
        services.on(ResetPassword.self) { _ in Done() }
        services.on(RequestPasswordReset.self) { _ in RequestPasswordReset.Reply(number: 12, requestedAt: People.now) }
        services.on(GetSigningKeys.self) { _ in
            GetSigningKeys.Reply(keys: [GetSigningKeys.Key(id: "k1", publicKey: [UInt8](repeating: 0xFB, count: 32))])
        }
        services.claimDevices()
        services.keepPasskeys()
        services.keepProviderLinks()
        services.takeSecondSteps()
        services.sendEmailCodes()
        services.keepChoices()
        services.reachPushDevices()
        services.announce()
        return services
    }

    static func ofAda() -> ScriptedServices { people().asked(with: [("Authorization", People.token), json]) }

    static func ofAPublisher() -> ScriptedServices {
        people().asked(with: [("X-API-Key", People.publishersKey), json])
    }

    private static let json = ("Content-Type", "application/json")

    /// - Parameter signInMethod: Of both accounts.
    func recognisePeople(by signInMethod: SignInMethod = .password) {
        @Sendable func person(_ account: AccountID, _ session: SessionID) -> Principal {
            Principal(
                account: account, session: session, signInMethod: signInMethod, expiresAt: nil, signedInAt: People.now)
        }
        let keys: [String: (id: String, scopes: [APIKeyScope])] = [
            People.publishersKey: ("k1", [.publish, .operate]), People.operatorsKey: ("k2", [.operate]),
            People.introspectorsKey: ("k3", [.introspect]), "bk_asks": ("k2", [.introspect]),
            "bk_publishes": ("k4", [.publish]),
        ]
        on(Authenticate.self) { message in
            var reply = Authenticate.Reply(principal: nil, epoch: FeedEpoch(rawValue: 1), sequence: 1)
            switch message.credential {
            case .token(let token) where token.value == "ada": reply.principal = person(People.ada, People.phone)
            case .token(let token) where token.value == "stranger":
                reply.principal = person(People.stranger, People.strangersPhone)
            case .token(let token) where Riders.programs.keys.contains(token.value):
                reply.principal = Principal(
                    account: People.ada, session: People.phone, signInMethod: .issuer, expiresAt: nil,
                    programs: Riders.programs[token.value], signedInAt: People.now)
            case .token(let token) where token.value == "expired": reply.refusal = .tokenExpired
            case .token(let token) where token.value == "erased": reply.refusal = .accountGone
            case .apiKey(let key) where keys.keys.contains(key.value):
                reply.principal = keys[key.value].map {
                    Principal(apiKey: APIKeyID($0.id)!, scopes: $0.scopes, expiresAt: nil)
                }
            default: reply.refusal = .invalidToken
            }
            return reply
        }
    }

    /// The caller is Ada, who signed in this number of seconds ago; nil for an unknown time.
    func recogniseAda(by signInMethod: SignInMethod = .password, signedIn seconds: Int64?) {
        recognise(
            Principal(
                account: People.ada, session: People.phone, signInMethod: signInMethod, expiresAt: nil,
                signedInAt: seconds.map { People.now.adding(seconds: -$0) }))
    }

    func recognise(_ principal: Principal) {
        on(Authenticate.self) { _ in
            Authenticate.Reply(principal: principal, epoch: FeedEpoch(rawValue: 1), sequence: 1)
        }
    }

    private func claimDevices() {
        keepTrackers()
        keepForwarders()
        on(GetPlaces.self) { _ in GetPlaces.Reply(places: []) }
        on(ListClaimedDevices.self) { message in
            message.account == People.ada
                ? [
                    ClaimedDevice(
                        device: id("pho ne"), claimedAt: People.now, hasKey: true,
                        handoverEndsAt: People.now.adding(seconds: 60))
                ] : []
        }
        on(ClaimDevice.self) { message throws(BusError) in
            guard message.account == People.ada else {
                throw .refused(ServiceError(.conflict, "Another account has claimed this device."))
            }
            guard message.key.secret == "right" else {
                throw .refused(ServiceError(.forbidden, "The device key is wrong."))
            }
            return ClaimedDevice(device: message.device, claimedAt: People.now, hasKey: true)
        }
        onlyAda(ResetDeviceKey.self, { $0.account }) { ResetDeviceKey.Reply(key: $0.newKey ?? DeviceKey("made")!) }
        onlyAda(RemoveDeviceKey.self, { $0.account }) { _ in Done() }
        onlyAda(SetReaderNotices.self, { $0.account }) { _ in Done() }
        onlyAda(OfferDevice.self, { $0.account }) { _ in
            OfferDevice.Reply(ticket: SecretText("t"), expiresAt: People.now)
        }
        on(TakeOverDevice.self) { _ in
            TakeOverDevice.Reply(
                device: ClaimedDevice(device: id("pho ne"), claimedAt: People.now, hasKey: true),
                key: DeviceKey("made")!)
        }
        onlyAda(ReleaseDevice.self, { $0.account }) { _ in Done() }
        shareLinks()
        circles()
        keepHistories()
    }

    private func keepHistories() {
        onlyAda(ReadDeviceHistory.self, { $0.account }) { _ in
            ReadDeviceHistory.Reply(
                points: [HistoryPoint(at: People.now, latitude: 48.25, longitude: 2.5, accuracy: 5)], next: nil)
        }
        onlyAda(DeleteDeviceHistory.self, { $0.account }) { _ in DoneCount(count: 1) }
        onlyAda(GetHistoryRetention.self, { $0.account }) { _ in HistoryRetention(days: nil, maximumPoints: 1023) }
        onlyAda(SetHistoryRetention.self, { $0.account }) { HistoryRetention(days: $0.days, maximumPoints: 1023) }
        onlyAda(ImportDeviceHistory.self, { $0.account }) {
            ImportDeviceHistory.Reply(stored: $0.points.count, known: 0, dropped: 0)
        }
    }

    /// Any other account is refused.
    func onlyAda<R: Request>(
        _: R.Type, _ account: @escaping @Sendable (R) -> AccountID?, else code: ErrorCode = .notFound,
        _ answer: @escaping @Sendable (R) -> R.Reply
    ) {
        on(R.self) { message throws(BusError) in
            guard account(message) == People.ada else { throw .refused(ServiceError(code, "It is not yours.")) }
            return answer(message)
        }
    }
}
