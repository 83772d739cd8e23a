import AppleAccounts

@testable import Identity

@Suite("The identity service: accounts of Apple users", .timeLimit(.minutes(10))) struct AppleUserTests {
    private let user: AppleAccount
    private let password = AppleAccount.password(appleUserID: "001234.user.5678")

    init() throws { user = try #require(AppleAccount(appleUserID: "001234.user.5678")) }

    /// As the app asks through the Appwrite account API.
    private func create(signInMethod: SignInMethod = .appwrite) -> CreateAccount {
        CreateAccount(
            signInMethod: signInMethod, names: AccountNames(email: user.email), password: password,
            details: ProfileDetails(displayName: Personal(AppleAccount.displayName)), id: user.id)
    }

    private var signIn: VerifyPassword {
        VerifyPassword(signInMethod: .appwrite, login: user.email, password: password)
    }

    private func alarms(_ identity: IdentityHarness) -> Double {
        let lines = identity.log.all.count { $0.hasPrefix("warning") && $0.contains("event=second_apple_account") }
        let counted = identity.metric(IdentityMetrics.secondAppleAccounts, [])
        #expect(Double(lines) == counted)
        return counted
    }

    @Test("The app registers with its derived id and address, then signs in")
    func appSequence() async throws {
        try await IdentityHarness.run { identity in
            #expect(try await identity.outcome(signIn) == .wrongCredentials)
            let created = try await identity.send(create()).profile
            #expect(created.account == user.id && created.names == AccountNames(email: user.email))
            #expect(created.details.displayName?.value == "Utilisateur")
            #expect(created.passwordChangedAt == .start && created.vouchedAt == nil)
            #expect(try await identity.send(signIn).profile.account == user.id)
            #expect(identity.metric(IdentityMetrics.creations, [["method", "appwrite"]]) == 1)
            #expect(alarms(identity) == 0)
        }
    }

    @Test("The first sign-in with Apple removes every earlier way into the account")
    func takingOver() async throws {
        try await IdentityHarness.run { identity in
            _ = try await identity.send(create())
            let before = try await identity.send(signIn)
            let recognised = try await identity.send(RecogniseAppleUser(account: user.id))
            #expect(recognised.profile.number == before.profile.number)
            let change = try CBORDecoder().decode(
                AccountChange.self, from: try await identity.readFeed().changes[0].value ?? [])
            let end = try #require(change.sessionsEndBefore)
            #expect(before.verifiedAt <= end && recognised.verifiedAt > end)

            #expect(try await identity.outcome(signIn) == .wrongCredentials)
            let newPassword = ChangePassword(account: user.id, current: password, new: .new)
            #expect(try await identity.outcome(newPassword) == .wrongCredentials)
            let rename = UpdateProfile(
                account: user.id, names: .email("ada@example.org"), details: ProfileDetails(), password: password)
            #expect(try await identity.outcome(rename) == .invalidRequest)
            #expect(try await identity.outcome(create()) == .duplicate)
            #expect(alarms(identity) == 1)
            // Users can change their own profile.
            let name = UpdateProfile(
                account: user.id, names: AccountNames(email: user.email),
                details: ProfileDetails(displayName: Personal("Ada")))
            #expect(try await identity.send(name).details.displayName == Personal("Ada"))
            let again = try await identity.send(RecogniseAppleUser(account: user.id))
            #expect(again.profile.details.displayName == Personal("Ada"))
            let lines = identity.log.all
            #expect(lines.count { $0.contains("event=password_removed") && $0.contains("account=\(user.id)") } == 1)
        }
    }

    @Test("A closed account and an id that is not derived are refused")
    func closed() async throws {
        try await IdentityHarness.run { identity in
            _ = try await identity.send(RecogniseAppleUser(account: user.id))
            _ = try await identity.send(SetAccountStatus(account: user.id, status: .disabled))
            #expect(try await identity.outcome(RecogniseAppleUser(account: user.id)) == .wrongCredentials)
            let refused = [["method", "apple"], ["outcome", "INVALID_CREDENTIALS"]]
            #expect(identity.metric(IdentityMetrics.signIns, refused) == 1)
            #expect(identity.log.all.contains { $0.contains("sign_in_refused") && $0.contains("reason=disabled") })
            for id in ["ada", "apple_ada", user.id.text.uppercased()] {
                #expect(try await identity.outcome(RecogniseAppleUser(account: .named(id))) == .invalidRequest)
            }
            _ = try await identity.send(EraseAccount(account: user.id))
            #expect(try await identity.send(RecogniseAppleUser(account: user.id)).profile.number == 2)
        }
    }

    /// Tries to have one half of what is derived, or both by another method.
    enum Apart: CaseIterable, Sendable {
        case idAlone, idWithUsername, idOfNothing, idInCapitals, otherAddress, addressAlone, addressElsewhere,
            addressOfNobody
        case signInMethod, anonymous, change, changeOfOwn
    }

    @Test("A derived id or address without the other is refused and raises the alarm", arguments: Apart.allCases)
    func apart(_ attempt: Apart) async throws {
        try await IdentityHarness.run { identity in
            let mallory = try await identity.send(CreateAccount.of(.username("mallory"))).profile.account
            var request = create()
            switch attempt {
            case .idAlone: request.names = .email("mallory@example.org")
            case .idWithUsername: request.names.username = "mallory2"
            case .idOfNothing: request.id = .named("apple_mallory")
            case .idInCapitals: request.id = .named(user.id.text.uppercased())
            case .otherAddress: request.names = .email("\(user.id.text.dropLast())1@\(AppleAccount.domain)")
            case .addressAlone: request.id = nil
            case .addressElsewhere: request.id = .named("mallory2")
            case .addressOfNobody: request = .of(.email("Mallory@FamilySync.anonymous"))
            case .signInMethod: request.signInMethod = .password
            case .anonymous: (request.signInMethod, request.names, request.password) = (.anonymous, AccountNames(), nil)
            case .change, .changeOfOwn: break
            }
            let refused: ServiceError?
            if attempt == .change {
                refused = try await identity.refusal(
                    UpdateProfile(
                        account: mallory, names: AccountNames(email: user.email), details: ProfileDetails(),
                        password: .right))
            } else if attempt == .changeOfOwn {
                _ = try await identity.send(create())
                refused = try await identity.refusal(
                    UpdateProfile(
                        account: user.id, names: .username("mallory2"), details: ProfileDetails(), password: password))
            } else {
                refused = try await identity.refusal(request)
            }
            #expect(refused?.code == .invalidRequest)
            #expect(refused?.message.contains("derived from Apple users") == true)
            #expect(alarms(identity) == (attempt == .changeOfOwn ? 0 : 1))
            // The user can still do it.
            if attempt != .changeOfOwn { _ = try await identity.send(create()) }
            #expect(try await identity.send(RecogniseAppleUser(account: user.id)).profile.number == 2)
        }
    }

    @Test("The name of an Apple user has the configured domain")
    func domain() async throws {
        try await IdentityHarness.run({ $0.apple.domain = "people.example" }) { identity in
            #expect(try await identity.outcome(create()) == .invalidRequest)
            let profile = try await identity.send(RecogniseAppleUser(account: user.id)).profile
            #expect(profile.names.email?.value == "\(user.id)@people.example")
        }
    }

    @Test("A sign-in method that keeps no client info stores no device, place or address")
    func clientInfo() async throws {
        try await IdentityHarness.run { identity in
            let app = try await identity.send(create()).profile
            let appLogin = try await identity.send(signIn).profile
            let anonymous = try await identity.send(CreateAccount.anonymous).profile
            let apple = try await identity.send(RecogniseAppleUser(account: user.id)).profile
            for profile in [app, appLogin, anonymous, apple] {
                #expect(profile.registration == RegistrationRecord())
                #expect(profile.lastLogin == LoginRecord(at: profile.lastLogin.at))
            }
            #expect(appLogin.lastLogin.at != nil && apple.lastLogin.at != nil && anonymous.lastLogin.at == .start)
            #expect(app.lastLogin.at == nil, "the app signs in by a call of its own")
            let files = try FileManager.default.contentsOfDirectory(
                at: identity.folder, includingPropertiesForKeys: nil
            ).filter { $0.lastPathComponent.hasPrefix("identity.sqlite") }
            let stored = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }.joined()
            #expect(stored.contains(user.id.text))
            for word in ["App/1.0", "Paris", "192.0.2.7", "001234.user.5678"] {
                #expect(!stored.contains(word), "\(word) in the database")
                #expect(!identity.log.all.contains { $0.contains(word) }, "\(word) in the log")
            }
        }
    }
}
