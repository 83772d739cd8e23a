extension GoldenMessage {
    static let sessions: [GoldenMessage] = [
        GoldenMessage(
            0x0201, SignIn(login: Personal("ada"), password: secret, kind: .rotating, isRemembered: true),
            "a4006361646101 <secret> 0268726f746174696e6703f5"),
        GoldenMessage(
            SignedIn(profile: profile, session: summary, tokens: tokens),
            "a300 <profile> 01 <summaryOfSessions> 02 <tokens>"),
        GoldenMessage(summary, "<summaryOfSessions>"),
        GoldenMessage(client, "<client>"),
        GoldenMessage(SessionClient(), "a0"),
        GoldenMessage(tokens, "<tokens>"),
        GoldenMessage(SessionTokens(secret: SecretText("bs_x")), "a1036462735f78"),
        GoldenMessage(
            0x0202,
            Register(
                names: AccountNames(email: Personal("ada@example.org")), password: secret, details: ProfileDetails(),
                kind: .opaque),
            "a400a1016f616461406578616d706c652e6f726701 <secret> 02a003666f7061717565"),
        GoldenMessage(0x0203, RefreshSession(token: secret), "a100 <secret>"),
        GoldenMessage(
            RefreshSession.Reply(account: account, session: session, tokens: tokens),
            "a300 <account> 01 <session> 02 <tokens>"),
        GoldenMessage(0x0204, Authenticate(credential: .token(secret)), "a100a100 <secret>"),
        GoldenMessage(0x0204, Authenticate(credential: .apiKey(secret)), "a100a101 <secret>"),
        GoldenMessage(Credential.token(secret), "a100 <secret>"),
        GoldenMessage(Credential.apiKey(secret), "a101 <secret>"),
        GoldenMessage(
            Authenticate.Reply(principal: principal, epoch: epoch, sequence: 300),
            "a300 <principal> 021b0123456789abcdef0319012c"),
        GoldenMessage(
            Authenticate.Reply(principal: nil, refusal: .tokenExpired, epoch: epoch, sequence: 0),
            "a3016d544f4b454e5f45585049524544021b0123456789abcdef0300"),
        GoldenMessage(principal, "<principal>"),
        GoldenMessage(
            Principal(apiKey: apiKey, scopes: [.publish, .operate], expiresAt: nil),
            "a203 <apiKey> 0482677075626c697368676f706572617465"),
        GoldenMessage(0x0205, ListSessions(account: account), "a100 <account>"),
        GoldenMessage(0x0206, EndSession(account: account, session: session), "a200 <account> 01 <session>"),
        GoldenMessage(0x0207, EndOtherSessions(account: account, kept: session), "a200 <account> 01 <session>"),
        GoldenMessage(0x0207, EndOtherSessions(account: account), "a100 <account>"),
        GoldenMessage(EndOtherSessions.Reply(count: 2), "a10002"),
        GoldenMessage(0x0208, RecordActivity(activities: [activity]), "a10081 <activity>"),
        GoldenMessage(activity, "<activity>"),
        GoldenMessage(0x0209, GetSigningKeys(), "a0"),
        GoldenMessage(GetSigningKeys.Reply(keys: [signingKey]), "a10081a200626b310143010203"),
        GoldenMessage(signingKey, "a200626b310143010203"),
        GoldenMessage(
            0x020A, CreateAPIKey(name: "back office", scopes: [.publish], expiresAt: later),
            "a3006b6261636b206f66666963650181677075626c69736802 <later>"),
        GoldenMessage(CreateAPIKey.Reply(key: keySummary, secret: secret), "a200 <keySummary> 01 <secret>"),
        GoldenMessage(keySummary, "<keySummary>"),
        GoldenMessage(
            APIKeySummary(id: apiKey, name: "back office", scopes: [], createdAt: moment),
            "a400 <apiKey> 016b6261636b206f6666696365028003 <moment>"),
        GoldenMessage(0x020B, ListAPIKeys(), "a0"),
        GoldenMessage(0x020C, RevokeAPIKey(id: apiKey), "a100 <apiKey>"),
        GoldenMessage(0x020D, RotateSigningKey(), "a0"),
        GoldenMessage(0x0217, AwaitAccountChanges(), "a0"),
        GoldenMessage(RotateSigningKey.Reply(id: "k2"), "a100626b32"),
        GoldenMessage(
            0x0201,
            SignIn(
                login: Personal("ada"), password: secret, kind: .opaque, isRemembered: true, signInMethod: .appwrite),
            "a5006361646101 <secret> 02666f706171756503f504686170707772697465"),
        GoldenMessage(0x020e, SignInAnonymously(kind: .opaque), "a100666f7061717565"),
        GoldenMessage(
            0x020f, SignInWithApple(identityToken: secret, nonce: secret, authorizationCode: secret, kind: .rotating),
            "a400 <secret> 01 <secret> 02 <secret> 0368726f746174696e67"),
        GoldenMessage(
            0x020f,
            SignInWithApple(
                identityToken: secret, nonce: nil, authorizationCode: secret, kind: .rotating,
                redirectURI: "https://a/b"),
            "a400 <secret> 02 <secret> 0368726f746174696e67056b68747470733a2f2f612f62"),
        GoldenMessage(0x0210, TakeAppleNotification(payload: secret), "a100 <secret>"),
        GoldenMessage(0x0211, ExtendSession(account: account, session: session), "a200 <account> 01 <session>"),
        GoldenMessage(
            0x0212, IssueSessionToken(account: account, session: session, lifetime: 900),
            "a300 <account> 01 <session> 02190384"),
        GoldenMessage(IssueSessionToken.Reply(token: secret, expiresAt: later), "a200 <secret> 01 <later>"),
        GoldenMessage(
            0x0204, Authenticate(credential: .token(secret), installation: "6E1F"),
            "a200a100 <secret> 016436453146"),
        GoldenMessage(
            Principal(
                account: account, session: session, signInMethod: .issuer, expiresAt: later, programs: ["rennes"],
                token: token),
            "a700 <account> 01 <session> 0266697373756572048005 <later> 06816672656e6e657307 <token>"),
        GoldenMessage(
            Principal(account: account, session: session, signInMethod: .password, expiresAt: nil, signedInAt: moment),
            "a500 <account> 01 <session> 026870617373776f726404800a <moment>"),
        GoldenMessage(
            0x0213, ExchangeToken(subjectToken: secret, audience: "map", program: "rennes", installation: "6E1F"),
            "a400 <secret> 01636d6170026672656e6e6573036436453146"),
        GoldenMessage(
            ExchangeToken.Reply(
                token: secret, id: token, account: account, session: session, expiresAt: later, audience: "map",
                program: "rennes"),
            "a700 <secret> 01 <token> 02 <account> 03 <session> 04 <later> 05636d6170066672656e6e6573"),
        GoldenMessage(0x0214, IntrospectToken(token: secret), "a100 <secret>"),
        GoldenMessage(IntrospectToken.Reply(token: nil), "a0"),
        GoldenMessage(IntrospectToken.Reply(token: living), "a100 <living>"),
        GoldenMessage(living, "<living>"),
        GoldenMessage(0x0215, RevokeToken(token: secret, installation: "6E1F"), "a200 <secret> 016436453146"),
        GoldenMessage(0x0216, TakeLogoutToken(token: secret), "a100 <secret>"),
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

    private static let client = SessionClient.complete(userAgent: "UA/1")

    static let providers: [GoldenMessage] = [
        GoldenMessage(
            0x0250,
            BeginProviderSignIn(provider: "g", callback: "c", redirectURI: "r", challenge: "h", appState: secret),
            "a500616701616302617203616804 <secret>"),
        GoldenMessage(
            0x0250,
            BeginProviderSignIn(provider: "g", callback: "c", redirectURI: "r", challenge: "h", isOwnPage: true),
            "a500616701616302617203616805f5"),
        GoldenMessage(BeginProviderSignIn.Reply(location: SecretText("l"), binding: secret), "a200616c01 <secret>"),
        GoldenMessage(
            0x0251,
            FinishProviderSignIn(
                provider: "g", state: secret, binding: SecretText("b"), authorizationCode: SecretText("c"),
                issuer: "i", error: "e"),
            "a600616701 <secret> 026162036163046169056165"),
        GoldenMessage(FinishProviderSignIn.Reply(location: SecretText("l")), "a100616c"),
        GoldenMessage(
            0x0252,
            RedeemSignInCode(
                signInCode: secret, verifier: SecretText("v"), kind: .rotating, password: SecretText("p"),
                makesAccount: true, cancelsErasure: true),
            "a600 <secret> 0161760268726f746174696e6703617004f505f5"),
        GoldenMessage(
            0x0252,
            RedeemSignInCode(signInCode: secret, verifier: SecretText("v"), kind: .rotating, isRemembered: false),
            "a400 <secret> 0161760268726f746174696e6706f4"),
        GoldenMessage(
            0x038C, ReportSignIn(account: account, id: "s1", client: Personal("c"), at: moment),
            "a400 <account> 0162733102616303 <moment>"),
        GoldenMessage(
            0x038C, ReportSignIn(account: account, id: "s1", client: nil, at: moment),
            "a300 <account> 0162733103 <moment>"),
        GoldenMessage(ReportSignIn.Reply(locale: "fr"), "a100626672"),
        GoldenMessage(ReportSignIn.Reply(), "a0"),
        GoldenMessage(
            0x0350,
            LinkIssuedUser(
                account: account, verifiedAt: moment, issuer: "i", subjectHash: "5e", claims: PersonClaims()),
            "a500 <account> 01 <moment> 0261690362356504a104f4"),
        GoldenMessage(
            0x030E,
            RecogniseIssuedUser(
                issuer: "i", subjectHash: "5e", claims: PersonClaims(emailIsVerified: true), takesSecondStep: true,
                skipsSecondStep: false),
            "a50061690162356502a204f405f505f506f4"),
        GoldenMessage(0x038D, ListProviderLinks(account: account), "a100 <account>"),
        GoldenMessage(
            LinkedProvider(id: ProviderLinkID("l1")!, issuer: "i", linkedAt: moment),
            "a300626c3101616902 <moment>"),
        GoldenMessage(
            0x038E, RemoveProviderLink(account: account, link: ProviderLinkID("l1")!, signedInAt: moment),
            "a300 <account> 01626c3102 <moment>"),
    ]
}
