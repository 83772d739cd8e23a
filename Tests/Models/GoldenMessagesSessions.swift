// The golden bytes of what auth-session is asked and answers.

import Models

extension GoldenMessage {
    static let sessions: [GoldenMessage] = [
        GoldenMessage(
            0x0201, SignIn(login: Personal("ada"), password: secret, kind: .rotating, isRemembered: true),
            "a4 00 63616461 01 66736563726574 02 68726f746174696e67 03 f5"),
        GoldenMessage(
            SignedIn(profile: profile, session: summary, tokens: tokens),
            """
            a3 00
            a90078183566306333613965376231643263346636613865306231640107026661637469766503a30063616461016f616461
            406578616d706c652e6f7267026c2b333336313233343536373804a4006341646101684c6f76656c616365026566722d4652
            03a4636f6c64f66463697479653735303031686973436c75623130f5686c61746974756465f95210051b000001932571437b
            061b000001932a979f0007a3006455412f31016950617269732c2046520262465208a4001b000001932571437b016455412f
            31026950617269732c20465203693139322e302e322e31 01
            a900781830623164326334663661386535663063336139653762316401781835663063336139653762316432633466366138
            6530623164026870617373776f72640368726f746174696e67041b000001932571437b051b000001932571437b061b000001
            932a979f0007f508ad0065312e302e3001666d6f62696c6502654170706c65036a6950686f6e6531362c310463694f530566
            31372e352e3106f5076455412f3108624652096550617269730a6c4575726f70652f50617269730b693139322e302e322e31
            0c6950617269732c204652 02 a300636a7774011b000001932a979f00026462725f78
            """),
        GoldenMessage(
            summary,
            """
            a9 00 7818306231643263346636613865356630633361396537623164 01
            7818356630633361396537623164326334663661386530623164 02 6870617373776f7264 03 68726f746174696e67 04
            1b000001932571437b 05 1b000001932571437b 06 1b000001932a979f00 07 f5 08
            ad0065312e302e3001666d6f62696c6502654170706c65036a6950686f6e6531362c310463694f53056631372e352e3106f5
            076455412f3108624652096550617269730a6c4575726f70652f50617269730b693139322e302e322e310c6950617269732c
            204652
            """),
        GoldenMessage(
            client,
            """
            ad 00 65312e302e30 01 666d6f62696c65 02 654170706c65 03 6a6950686f6e6531362c31 04 63694f53 05
            6631372e352e31 06 f5 07 6455412f31 08 624652 09 655061726973 0a 6c4575726f70652f5061726973 0b
            693139322e302e322e31 0c 6950617269732c204652
            """),
        GoldenMessage(SessionClient(), "a0"),
        GoldenMessage(tokens, "a3 00 636a7774 01 1b000001932a979f00 02 6462725f78"),
        GoldenMessage(SessionTokens(secret: SecretText("bs_x")), "a1 03 6462735f78"),
        GoldenMessage(
            0x0202,
            Register(
                names: AccountNames(email: Personal("ada@example.org")), password: secret, details: ProfileDetails(),
                kind: .opaque),
            "a4 00 a1016f616461406578616d706c652e6f7267 01 66736563726574 02 a0 03 666f7061717565"),
        GoldenMessage(0x0203, RefreshSession(token: secret), "a1 00 66736563726574"),
        GoldenMessage(
            RefreshSession.Reply(account: account, session: session, tokens: tokens),
            """
            a3 00 7818356630633361396537623164326334663661386530623164 01
            7818306231643263346636613865356630633361396537623164 02 a300636a7774011b000001932a979f00026462725f78
            """),
        GoldenMessage(0x0204, Authenticate(credential: .token(secret)), "a1 00 a10066736563726574"),
        GoldenMessage(0x0204, Authenticate(credential: .apiKey(secret)), "a1 00 a10166736563726574"),
        GoldenMessage(Credential.token(secret), "a1 00 66736563726574"),
        GoldenMessage(Credential.apiKey(secret), "a1 01 66736563726574"),
        GoldenMessage(
            Authenticate.Reply(principal: principal, epoch: epoch, sequence: 300),
            """
            a3 00
            a500781835663063336139653762316432633466366138653062316401781830623164326334663661386535663063336139
            6537623164026870617373776f72640480051b000001932a979f00 02 1b0123456789abcdef 03 19012c
            """),
        GoldenMessage(
            Authenticate.Reply(principal: nil, refusal: .tokenExpired, epoch: epoch, sequence: 0),
            "a3 01 6d544f4b454e5f45585049524544 02 1b0123456789abcdef 03 00"),
        GoldenMessage(
            principal,
            """
            a5 00 7818356630633361396537623164326334663661386530623164 01
            7818306231643263346636613865356630633361396537623164 02 6870617373776f7264 04 80 05
            1b000001932a979f00
            """),
        GoldenMessage(
            Principal(apiKey: apiKey, scopes: [.publish, .operate], expiresAt: nil),
            "a2 03 7818376231643263346636613865306231643566306333613965 04 82677075626c697368676f706572617465"),
        GoldenMessage(
            0x0205, ListSessions(account: account),
            "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            0x0206, EndSession(account: account, session: session),
            """
            a2 00 7818356630633361396537623164326334663661386530623164 01
            7818306231643263346636613865356630633361396537623164
            """),
        GoldenMessage(
            0x0207, EndOtherSessions(account: account, kept: session),
            """
            a2 00 7818356630633361396537623164326334663661386530623164 01
            7818306231643263346636613865356630633361396537623164
            """),
        GoldenMessage(
            0x0207, EndOtherSessions(account: account),
            "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(EndOtherSessions.Reply(count: 2), "a1 00 02"),
        GoldenMessage(
            0x0208, RecordActivity(activities: [activity]),
            "a1 00 81a2007818306231643263346636613865356630633361396537623164011b000001932571437b"),
        GoldenMessage(activity, "a2 00 7818306231643263346636613865356630633361396537623164 01 1b000001932571437b"),
        GoldenMessage(0x0209, GetSigningKeys(), "a0"),
        GoldenMessage(GetSigningKeys.Reply(keys: [signingKey]), "a1 00 81a200626b310143010203"),
        GoldenMessage(signingKey, "a2 00 626b31 01 43010203"),
        GoldenMessage(
            0x020A, CreateAPIKey(name: "back office", scopes: [.publish], expiresAt: later),
            "a3 00 6b6261636b206f6666696365 01 81677075626c697368 02 1b000001932a979f00"),
        GoldenMessage(
            CreateAPIKey.Reply(key: keySummary, secret: secret),
            """
            a2 00
            a6007818376231643263346636613865306231643566306333613965016b6261636b206f66666963650282677075626c6973
            68676f706572617465031b000001932571437b041b000001932a979f00051b000001932a979f00 01 66736563726574
            """),
        GoldenMessage(
            keySummary,
            """
            a6 00 7818376231643263346636613865306231643566306333613965 01 6b6261636b206f6666696365 02
            82677075626c697368676f706572617465 03 1b000001932571437b 04 1b000001932a979f00 05 1b000001932a979f00
            """),
        GoldenMessage(
            APIKeySummary(id: apiKey, name: "back office", scopes: [], createdAt: moment),
            """
            a4 00 7818376231643263346636613865306231643566306333613965 01 6b6261636b206f6666696365 02 80 03
            1b000001932571437b
            """),
        GoldenMessage(0x020B, ListAPIKeys(), "a0"),
        GoldenMessage(0x020C, RevokeAPIKey(id: apiKey), "a1 00 7818376231643263346636613865306231643566306333613965"),
        GoldenMessage(0x020D, RotateSigningKey(), "a0"),
        GoldenMessage(0x0217, AwaitAccountChanges(), "a0"),
        GoldenMessage(RotateSigningKey.Reply(id: "k2"), "a1 00 626b32"),
        GoldenMessage(
            0x0201,
            SignIn(
                login: Personal("ada"), password: secret, kind: .opaque, isRemembered: true, signInMethod: .appwrite),
            "a5 00 63616461 01 66736563726574 02 666f7061717565 03 f5 04 686170707772697465"),
        GoldenMessage(
            0x020e, SignInAnonymously(kind: .opaque),
            "a1 00 666f7061717565"),
        GoldenMessage(
            0x020f,
            SignInWithApple(
                identityToken: secret, nonce: secret, authorizationCode: secret, kind: .rotating),
            "a4 00 66736563726574 01 66736563726574 02 66736563726574 03 68726f746174696e67"),
        GoldenMessage(
            0x020f,
            SignInWithApple(
                identityToken: secret, nonce: nil, authorizationCode: secret, kind: .rotating,
                redirectURI: "https://a/b"),
            "a4 00 66736563726574 02 66736563726574 03 68726f746174696e67 05 6b68747470733a2f2f612f62"),
        GoldenMessage(
            0x0210, TakeAppleNotification(payload: secret),
            "a1 00 66736563726574"),
        GoldenMessage(
            0x0211, ExtendSession(account: account, session: session),
            """
            a2 00 7818356630633361396537623164326334663661386530623164 01
            7818306231643263346636613865356630633361396537623164
            """),
        GoldenMessage(
            0x0212, IssueSessionToken(account: account, session: session, lifetime: 900),
            """
            a3 00 7818356630633361396537623164326334663661386530623164 01
            7818306231643263346636613865356630633361396537623164 02 190384
            """),
        GoldenMessage(
            IssueSessionToken.Reply(token: secret, expiresAt: later),
            "a2 00 66736563726574 01 1b000001932a979f00"),
        GoldenMessage(
            0x0204, Authenticate(credential: .token(secret), installation: "6E1F"), "a200a10066736563726574016436453146"
        ),
        GoldenMessage(
            Principal(
                account: account, session: session, signInMethod: .issuer, expiresAt: later, programs: ["rennes"],
                token: token),
            """
            a70078183566306333613965376231643263346636613865306231640178183062316432633466366138653566306333
            6139653762316402666973737565720480051b000001932a979f0006816672656e6e6573077818326334663661386530
            623164356630633361396537623164
            """),
        GoldenMessage(
            Principal(account: account, session: session, signInMethod: .password, expiresAt: nil, signedInAt: moment),
            """
            a5 00 7818356630633361396537623164326334663661386530623164 01
            7818306231643263346636613865356630633361396537623164 02 6870617373776f7264 04 80 0a
            1b000001932571437b
            """),
        GoldenMessage(
            0x0213,
            ExchangeToken(subjectToken: secret, audience: "map", program: "rennes", installation: "6E1F"),
            "a4006673656372657401636d6170026672656e6e6573036436453146"),
        GoldenMessage(
            ExchangeToken.Reply(
                token: secret, id: token, account: account, session: session, expiresAt: later, audience: "map",
                program: "rennes"),
            """
            a70066736563726574017818326334663661386530623164356630633361396537623164027818356630633361396537
            623164326334663661386530623164037818306231643263346636613865356630633361396537623164041b00000193
            2a979f0005636d6170066672656e6e6573
            """),
        GoldenMessage(0x0214, IntrospectToken(token: secret), "a10066736563726574"),
        GoldenMessage(IntrospectToken.Reply(token: nil), "a0"),
        GoldenMessage(
            IntrospectToken.Reply(token: living),
            """
            a100a9006965786368616e67656401781835663063336139653762316432633466366138653062316402781830623164
            3263346636613865356630633361396537623164036662616c6973650481636d617005816672656e6e6573061b000001
            932571437b071b000001932a979f00087818326334663661386530623164356630633361396537623164
            """),
        GoldenMessage(
            living,
            """
            a9006965786368616e676564017818356630633361396537623164326334663661386530623164027818306231643263
            346636613865356630633361396537623164036662616c6973650481636d617005816672656e6e6573061b0000019325
            71437b071b000001932a979f00087818326334663661386530623164356630633361396537623164
            """),
        GoldenMessage(0x0215, RevokeToken(token: secret, installation: "6E1F"), "a20066736563726574016436453146"),
        GoldenMessage(0x0216, TakeLogoutToken(token: secret), "a10066736563726574"),
    ]

    private static let apiKey = APIKeyID("7b1d2c4f6a8e0b1d5f0c3a9e")!
    private static let token = TokenID("2c4f6a8e0b1d5f0c3a9e7b1d")!
    private static let living = LivingToken(
        kind: .exchanged, account: account, session: session, issuer: "balise", audiences: ["map"],
        programs: ["rennes"],
        issuedAt: moment, expiresAt: later, id: token)
    private static let epoch = FeedEpoch(rawValue: 0x0123_4567_89AB_CDEF)
    private static let summary = SessionSummary(
        session: session, account: account, signInMethod: .password, kind: .rotating, createdAt: moment,
        lastActivityAt: moment, expiresAt: later, isRemembered: true, client: client)
    private static let tokens = SessionTokens(
        accessToken: SecretText("jwt"), accessExpiresAt: later, refreshToken: SecretText("br_x"))
    private static let principal = Principal(
        account: account, session: session, signInMethod: .password, expiresAt: later)
    private static let activity = RecordActivity.Activity(session: session, at: moment)
    private static let signingKey = GetSigningKeys.Key(id: "k1", publicKey: [1, 2, 3])
    private static let keySummary = APIKeySummary(
        id: apiKey, name: "back office", scopes: [.publish, .operate], createdAt: moment, expiresAt: later,
        revokedAt: later)

    private static let client: SessionClient = {
        var client = SessionClient()
        client.appVersion = "1.0.0"
        client.deviceType = "mobile"
        client.deviceVendor = "Apple"
        client.deviceModel = "iPhone16,1"
        client.osName = "iOS"
        client.osVersion = "17.5.1"
        client.isMobile = true
        client.userAgent = "UA/1"
        client.country = Personal("FR")
        client.city = Personal("Paris")
        client.timezone = "Europe/Paris"
        client.ipAddress = Personal("192.0.2.1")
        client.location = Personal("Paris, FR")
        return client
    }()
}
