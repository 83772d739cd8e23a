extension GoldenMessage {
    static let accounts: [GoldenMessage] = [
        GoldenMessage(AccountChange(status: .active), "a10066616374697665"),
        GoldenMessage(AccountChange(status: .disabled, sessionsEndBefore: moment), "a2006864697361626c656401 <moment>"),
        GoldenMessage(AccountChange(status: .active, number: 7), "a200666163746976650207"),
        GoldenMessage(
            AccountChange(status: .active, providerSessionsEndBefore: moment, takenOverAt: later),
            "a3006661637469766503 <moment> 04 <later>"),
        GoldenMessage(
            AccountChange(status: .active, sessionsEndBefore: moment, keptSession: SessionID("s1")!),
            "a3006661637469766501 <moment> 05627331"),
        GoldenMessage(profile, "<profile>"),
        GoldenMessage(
            AccountProfile(
                account: account, number: 1, status: .disabled, names: AccountNames(), details: ProfileDetails(),
                createdAt: moment, updatedAt: moment),
            "a900 <account> 0101026864697361626c656403a004a005 <moment> 06 <moment> 07a008a0"),
        GoldenMessage(names, "<names>"),
        GoldenMessage(AccountNames(username: "ada"), "a10063616461"),
        GoldenMessage(registration, "<registration>"),
        GoldenMessage(lastLogin, "<lastLogin>"),
        GoldenMessage(details, "<details>"),
        GoldenMessage(
            0x0301, CreateAccount(signInMethod: .password, names: names, password: secret, details: details),
            "a4006870617373776f726401 <names> 02 <secret> 03 <details>"),
        GoldenMessage(
            0x0302, VerifyPassword(signInMethod: .password, login: Personal("ada"), password: secret),
            "a3006870617373776f7264016361646102 <secret>"),
        GoldenMessage(
            0x0302,
            VerifyPassword(
                signInMethod: .password, login: Personal("ada"), password: secret,
                seen: SeenSession(account: account, session: session)),
            "a4006870617373776f7264016361646102 <secret> 03a200 <account> 01 <session>"),
        GoldenMessage(SeenSession(account: account, session: session), "a200 <account> 01 <session>"),
        GoldenMessage(0x033c, EraseUnreachableAccount(account: account), "a100 <account>"),
        GoldenMessage(EraseUnreachableAccount.Reply(isErased: true), "a100f5"),
        GoldenMessage(VerifiedAccount(profile: profile, verifiedAt: moment), "a200 <profile> 01 <moment>"),
        GoldenMessage(0x0303, GetProfile(account: account), "a100 <account>"),
        GoldenMessage(
            0x0304,
            UpdateProfile(account: account, names: AccountNames(), details: ProfileDetails(firstName: Personal(""))),
            "a300 <account> 01a002a10060"),
        GoldenMessage(
            0x0304,
            UpdateProfile(
                account: account, names: AccountNames(username: "ada"), details: ProfileDetails(), password: secret),
            "a400 <account> 01a1006361646102a003 <secret>"),
        GoldenMessage(
            0x0305, ChangePassword(account: account, current: secret, new: SecretText("new")),
            "a300 <account> 01 <secret> 02636e6577"),
        GoldenMessage(
            0x0305, ChangePassword(account: account, current: secret, new: SecretText("new"), session: SessionID("s1")),
            "a400 <account> 01 <secret> 02636e657703627331"),
        GoldenMessage(
            0x0304,
            UpdateProfile(account: account, names: AccountNames(), details: ProfileDetails(), session: SessionID("s1")),
            "a400 <account> 01a002a004627331"),
        GoldenMessage(
            0x0306, RequestPasswordReset(email: Personal("ada@example.org")),
            "a1006f616461406578616d706c652e6f7267"),
        GoldenMessage(RequestPasswordReset.Reply(number: 300, requestedAt: moment), "a20019012c01 <moment>"),
        GoldenMessage(0x0319, CheckPasswordReset(token: secret), "a100 <secret>"),
        GoldenMessage(0x0307, ResetPassword(token: secret, new: SecretText("new")), "a200 <secret> 01636e6577"),
        GoldenMessage(
            0x0308, SetAccountStatus(account: account, status: .disabled),
            "a200 <account> 016864697361626c6564"),
        GoldenMessage(0x0309, EraseAccount(account: account), "a100 <account>"),
        GoldenMessage(0x030A, FindAccount(login: Personal("ada")), "a10063616461"),
        GoldenMessage(0x030A, FindAccount(login: Personal("ada"), by: .name), "a2006361646101646e616d65"),
        GoldenMessage(
            0x0301,
            CreateAccount(
                signInMethod: .anonymous, names: AccountNames(), password: nil,
                details: ProfileDetails(displayName: Personal("Ada")), id: account),
            "a40069616e6f6e796d6f757301a003a1046341646104 <account>"),
        GoldenMessage(0x030b, RecogniseAppleUser(account: account), "a100 <account>"),
        GoldenMessage(0x030c, ReadDocument(account: account, name: .user), "a200 <account> 016475736572"),
        GoldenMessage(
            0x030d, WriteDocument(account: account, name: .preferences, mode: .merge, json: Personal("{}")),
            "a400 <account> 016b707265666572656e63657302656d6572676503627b7d"),
        GoldenMessage(
            AccountDocument(json: Personal("{}"), createdAt: moment, updatedAt: later),
            "a300627b7d01 <moment> 02 <later>"),
        GoldenMessage(
            AccountProfile(
                account: account, number: 1, status: .active, names: AccountNames(), details: ProfileDetails(),
                createdAt: moment, updatedAt: moment, passwordChangedAt: moment, vouchedAt: later, methods: [.passkey]),
            """
            ac00 <account> 0101026661637469766503a004a005 <moment> 06 <moment> 07a008a009 <moment> 0a <later> 12 81
            67706173736b6579
            """),
        GoldenMessage(
            0x030e, RecogniseIssuedUser(issuer: "https://id.example", subjectHash: "5e", claims: claims),
            "a3007268747470733a2f2f69642e6578616d706c650162356502 <claims>"),
        GoldenMessage(claims, "<claims>"),
        GoldenMessage(
            0x030f, RequestPhoneCode(account: account, phone: Personal("+33612345678")),
            "a200 <account> 016c2b3333363132333435363738"),
        GoldenMessage(
            RequestPhoneCode.Reply(phone: Personal("+33612345678"), expiresAt: later, nextAt: moment),
            "a3006c2b333336313233343536373801 <later> 02 <moment>"),
        GoldenMessage(0x0310, ConfirmPhone(account: account, phoneCode: secret), "a200 <account> 01 <secret>"),
        GoldenMessage(0x0311, RemovePhone(account: account), "a100 <account>"),
        GoldenMessage(
            AccountProfile(
                account: account, number: 1, status: .active, names: AccountNames(), details: ProfileDetails(),
                createdAt: moment, updatedAt: moment, contactEmail: Personal("a@b.c"),
                verifiedPhone: Personal("+33612345678"), phoneVerifiedAt: later),
            """
            ac00 <account> 0101026661637469766503a004a005 <moment> 06 <moment> 07a008a00b656140622e630c6c2b3333363132
            3334353637380d <later>
            """),
    ]

    static let account = AccountID("5f0c3a9e7b1d2c4f6a8e0b1d")!
    static let session = SessionID("0b1d2c4f6a8e5f0c3a9e7b1d")!
    static let moment = UnixTime(milliseconds: 1_731_500_000_123)
    static let later = UnixTime(milliseconds: 1_731_586_400_000)
    static let secret = SecretText("secret")

    static let profile = AccountProfile(
        account: account, number: 7, status: .active, names: names, details: details, createdAt: moment,
        updatedAt: later, registration: registration, lastLogin: lastLogin)

    private static let claims = PersonClaims(
        email: Personal("a@b.c"), firstName: Personal("Ada"), lastName: Personal("L"), phone: Personal("+33612345678"),
        phoneIsVerified: true)
    private static let names = AccountNames(
        username: "ada", email: Personal("ada@example.org"), phone: Personal("+33612345678"))
    private static let details = ProfileDetails(
        firstName: Personal("Ada"), lastName: Personal("Lovelace"), locale: "fr-FR",
        fields: [
            "city": Personal(.text("75001")), "latitude": Personal(.number(48.5)), "isClub10": Personal(.flag(true)),
            "old": Personal(.null),
        ])
    private static let registration = RegistrationRecord(
        device: "UA/1", location: Personal("Paris, FR"), country: Personal("FR"))
    private static let lastLogin = LoginRecord(
        at: moment, device: "UA/1", location: Personal("Paris, FR"), ip: Personal("192.0.2.1"))
}
