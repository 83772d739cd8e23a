// Which messages go to one replica together: those whose attempts a service counts together.

@Suite("Routing keys") struct RoutingKeyTests {
    private let device = DeviceID("a-device")!
    private let key = DeviceKey("the key")!
    private let account = AccountID("an-account")!

    @Test("Messages with a device's key are routed by that device")
    func deviceKeys() {
        let other = DeviceID("another")!
        let place = Location(
            timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "1"),
            latitude: LocationValue(json: "1"), horizontalAccuracy: LocationValue(json: "1"))
        let showing: [any Request] = [
            UpdateLocation(
                entries: [.init(device: device, key: key, location: place)], keepsHistory: true, retentionMinutes: nil),
            GetLocation(reader: Reader(device: device, key: key), devices: [other]),
            GetLocationHistory(reader: Reader(device: device, key: key), device: other, amount: 1),
            GetVisitorHistory(device: device, key: key, amount: 1),
            DeleteLocation(device: device, key: key),
            SetDeviceKey(device: device, currentKey: key, newKey: key),
            SetAllowedDeviceList(device: device, key: key, allowed: []),
            GetAllowedDeviceList(device: device, key: key),
            SetDeviceSlogan(device: device, key: key, slogan: ""),
            AddEarlierLocations(device: device, key: key, locations: []),
            GetDeviceSlogan(device: other, reader: device, readerKey: key),
            GetDeviceSecurityStatus(device: other, reader: device, readerKey: key),
            ClaimDevice(account: account, device: device, key: key),
        ]
        for message in showing { #expect(message.routingKey == RoutingKey(device), "\(type(of: message))") }
        #expect(RoutingKey(device) != RoutingKey(other))
        #expect(GetLocation(reader: Reader(device: nil), devices: [device]).routingKey == nil)
    }

    @Test("Messages with an account's password are routed by that account")
    func accounts() {
        let secret = SecretText("secret")
        let showing: [any Request] = [
            ChangePassword(account: account, current: secret, new: secret),
            UpdateProfile(account: account, names: AccountNames(), details: ProfileDetails(), password: secret),
            ConfirmPhone(account: account, phoneCode: secret),
            RequestPhoneCode(account: account, phone: Personal("+491701234567")),
            RequestEmailCode(account: account, purpose: .proof),
            ConfirmEmail(account: account, purpose: .change, emailCode: secret),
        ]
        for message in showing { #expect(message.routingKey == RoutingKey(account), "\(type(of: message))") }
    }

    @Test(
        "A name is routed to one replica in any spelling and any call",
        arguments: [
            ("person@example.com", " Person@EXAMPLE.com\n"), ("J\u{FC}rgen", "j\u{75}\u{308}rgen"),
            ("+49 170-123 45 67", "+491701234567"), ("0170 1234567", "0170-1234567"),
        ])
    func names(_ name: String, _ other: String) {
        func keys(_ name: String) -> [RoutingKey?] {
            let (personal, secret) = (Personal(name), SecretText("secret"))
            return [
                VerifyPassword(signInMethod: .password, login: personal, password: secret).routingKey,
                RequestPasswordReset(email: personal).routingKey,
                RequestEmailSignIn(email: personal).routingKey,
                VerifyEmailCode(email: personal, emailCode: secret).routingKey,
                SignInWithEmailCode(email: personal, emailCode: secret, kind: .opaque, isRemembered: true).routingKey,
                CreateAccount(
                    signInMethod: .password, names: AccountNames(username: name), password: secret,
                    details: ProfileDetails()
                ).routingKey,
            ]
        }
        #expect(keys(name) == keys(other))
        #expect(Set(keys(name) + keys(other)).count == 1)
        #expect(keys(name) != keys("somebody else"))
    }

    @Test("A credential is routed to one replica in any call")
    func credentials() {
        let token = SecretText("a.token.of-ours")
        let showing: [any Request] = [
            Authenticate(credential: .token(token)), Authenticate(credential: .apiKey(token)),
            RefreshSession(token: token), IntrospectToken(token: token), RevokeToken(token: token),
            ExchangeToken(subjectToken: token, audience: nil, program: nil),
        ]
        for message in showing { #expect(message.routingKey == RoutingKey(token), "\(type(of: message))") }
    }

    @Test("A routing key does not reveal its source")
    func redacted() {
        let key = RoutingKey(SecretText("a.token.of-ours"))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains { $0.isNumber } && text.contains("redacted"), "\(text)")
        }
    }
}
