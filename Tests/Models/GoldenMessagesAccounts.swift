// The golden bytes of what identity is asked and answers.

import Models

extension GoldenMessage {
    static let accounts: [GoldenMessage] = [
        GoldenMessage(AccountChange(status: .active), "a1 00 66616374697665"),
        GoldenMessage(
            AccountChange(status: .disabled, sessionsEndBefore: moment),
            "a2 00 6864697361626c6564 01 1b000001932571437b"),
        GoldenMessage(AccountChange(status: .active, number: 7), "a2 00 66616374697665 02 07"),
        GoldenMessage(
            AccountChange(status: .active, providerSessionsEndBefore: moment, takenOverAt: later),
            "a3 00 66616374697665 03 1b000001932571437b 04 1b000001932a979f00"),
        GoldenMessage(
            AccountChange(status: .active, sessionsEndBefore: moment, keptSession: SessionID("s1")!),
            "a3 00 66616374697665 01 1b000001932571437b 05 627331"),
        GoldenMessage(
            profile,
            """
            a9 00 7818356630633361396537623164326334663661386530623164 01 07 02 66616374697665 03
            a30063616461016f616461406578616d706c652e6f7267026c2b3333363132333435363738 04
            a4006341646101684c6f76656c616365026566722d465203a4636f6c64f66463697479653735303031686973436c75623130
            f5686c61746974756465f95210 05 1b000001932571437b 06 1b000001932a979f00 07
            a3006455412f31016950617269732c20465202624652 08
            a4001b000001932571437b016455412f31026950617269732c20465203693139322e302e322e31
            """),
        GoldenMessage(
            AccountProfile(
                account: account, number: 1, status: .disabled, names: AccountNames(), details: ProfileDetails(),
                createdAt: moment, updatedAt: moment),
            """
            a9 00 7818356630633361396537623164326334663661386530623164 01 01 02 6864697361626c6564 03 a0 04 a0
            05 1b000001932571437b 06 1b000001932571437b 07 a0 08 a0
            """),
        GoldenMessage(names, "a3 00 63616461 01 6f616461406578616d706c652e6f7267 02 6c2b3333363132333435363738"),
        GoldenMessage(AccountNames(username: "ada"), "a1 00 63616461"),
        GoldenMessage(registration, "a3 00 6455412f31 01 6950617269732c204652 02 624652"),
        GoldenMessage(
            lastLogin,
            "a4 00 1b000001932571437b 01 6455412f31 02 6950617269732c204652 03 693139322e302e322e31"),
        GoldenMessage(
            details,
            """
            a4 00 63416461 01 684c6f76656c616365 02 6566722d4652 03
            a4636f6c64f66463697479653735303031686973436c75623130f5686c61746974756465f95210
            """),
        GoldenMessage(
            0x0301, CreateAccount(signInMethod: .password, names: names, password: secret, details: details),
            """
            a4 00 6870617373776f7264 01
            a30063616461016f616461406578616d706c652e6f7267026c2b3333363132333435363738 02 66736563726574 03
            a4006341646101684c6f76656c616365026566722d465203a4636f6c64f66463697479653735303031686973436c75623130
            f5686c61746974756465f95210
            """),
        GoldenMessage(
            0x0302, VerifyPassword(signInMethod: .password, login: Personal("ada"), password: secret),
            "a3 00 6870617373776f7264 01 63616461 02 66736563726574"),
        GoldenMessage(
            0x0302,
            VerifyPassword(
                signInMethod: .password, login: Personal("ada"), password: secret,
                seen: SeenSession(account: account, session: session)),
            """
            a4 00 6870617373776f7264 01 63616461 02 66736563726574 03
            a200 7818356630633361396537623164326334663661386530623164 01
            7818306231643263346636613865356630633361396537623164
            """),
        GoldenMessage(
            SeenSession(account: account, session: session),
            """
            a200 7818356630633361396537623164326334663661386530623164 01
            7818306231643263346636613865356630633361396537623164
            """),
        GoldenMessage(
            0x033c, EraseUnreachableAccount(account: account),
            "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(EraseUnreachableAccount.Reply(isErased: true), "a1 00 f5"),
        GoldenMessage(
            VerifiedAccount(profile: profile, verifiedAt: moment),
            """
            a2 00
            a90078183566306333613965376231643263346636613865306231640107026661637469766503a30063616461016f616461
            406578616d706c652e6f7267026c2b333336313233343536373804a4006341646101684c6f76656c616365026566722d4652
            03a4636f6c64f66463697479653735303031686973436c75623130f5686c61746974756465f95210051b000001932571437b
            061b000001932a979f0007a3006455412f31016950617269732c2046520262465208a4001b000001932571437b016455412f
            31026950617269732c20465203693139322e302e322e31 01 1b000001932571437b
            """),
        GoldenMessage(
            0x0303, GetProfile(account: account),
            "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            0x0304,
            UpdateProfile(account: account, names: AccountNames(), details: ProfileDetails(firstName: Personal(""))),
            "a3 00 7818356630633361396537623164326334663661386530623164 01 a0 02 a10060"),
        GoldenMessage(
            0x0304,
            UpdateProfile(
                account: account, names: AccountNames(username: "ada"), details: ProfileDetails(), password: secret),
            "a4 00 7818356630633361396537623164326334663661386530623164 01 a10063616461 02 a0 03 66736563726574"),
        GoldenMessage(
            0x0305, ChangePassword(account: account, current: secret, new: SecretText("new")),
            "a3 00 7818356630633361396537623164326334663661386530623164 01 66736563726574 02 636e6577"),
        GoldenMessage(
            0x0305, ChangePassword(account: account, current: secret, new: SecretText("new"), session: SessionID("s1")),
            "a4 00 7818356630633361396537623164326334663661386530623164 01 66736563726574 02 636e6577 03 627331"),
        GoldenMessage(
            0x0304,
            UpdateProfile(
                account: account, names: AccountNames(), details: ProfileDetails(), session: SessionID("s1")),
            "a4 00 7818356630633361396537623164326334663661386530623164 01 a0 02 a0 04 627331"),
        GoldenMessage(
            0x0306, RequestPasswordReset(email: Personal("ada@example.org")),
            "a1 00 6f616461406578616d706c652e6f7267"),
        GoldenMessage(
            RequestPasswordReset.Reply(number: 300, requestedAt: moment),
            "a2 00 19012c 01 1b000001932571437b"),
        GoldenMessage(
            0x0307, ResetPassword(token: secret, new: SecretText("new")),
            "a2 00 66736563726574 01 636e6577"),
        GoldenMessage(
            0x0308, SetAccountStatus(account: account, status: .disabled),
            "a2 00 7818356630633361396537623164326334663661386530623164 01 6864697361626c6564"),
        GoldenMessage(
            0x0309, EraseAccount(account: account),
            "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(0x030A, FindAccount(login: Personal("ada")), "a1 00 63616461"),
        GoldenMessage(0x030A, FindAccount(login: Personal("ada"), by: .name), "a2 00 63616461 01 646e616d65"),
        GoldenMessage(
            0x0301,
            CreateAccount(
                signInMethod: .anonymous, names: AccountNames(), password: nil,
                details: ProfileDetails(displayName: Personal("Ada")), id: account),
            """
            a4 00 69616e6f6e796d6f7573 01 a0 03 a10463416461 04
            7818356630633361396537623164326334663661386530623164
            """),
        GoldenMessage(
            0x030b, RecogniseAppleUser(account: account),
            "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            0x030c, ReadDocument(account: account, name: .user),
            "a2 00 7818356630633361396537623164326334663661386530623164 01 6475736572"),
        GoldenMessage(
            0x030d, WriteDocument(account: account, name: .preferences, mode: .merge, json: Personal("{}")),
            """
            a4 00 7818356630633361396537623164326334663661386530623164 01 6b707265666572656e636573 02
            656d65726765 03 627b7d
            """),
        GoldenMessage(
            AccountDocument(json: Personal("{}"), createdAt: moment, updatedAt: later),
            "a3 00 627b7d 01 1b000001932571437b 02 1b000001932a979f00"),
        GoldenMessage(
            AccountProfile(
                account: account, number: 1, status: .active, names: AccountNames(), details: ProfileDetails(),
                createdAt: moment, updatedAt: moment, passwordChangedAt: moment, verifiedAt: later),
            """
            ab 00 7818356630633361396537623164326334663661386530623164 01 01 02 66616374697665 03 a0 04 a0
            05 1b000001932571437b 06 1b000001932571437b 07 a0 08 a0 09 1b000001932571437b 0a
            1b000001932a979f00
            """),
        GoldenMessage(
            0x030e, RecogniseIssuedUser(issuer: "https://id.example", subjectHash: "5e", claims: claims),
            """
            a3007268747470733a2f2f69642e6578616d706c650162356502a500656140622e63016341646102614c036c2b333336
            313233343536373804f5
            """),
        GoldenMessage(claims, "a500656140622e63016341646102614c036c2b333336313233343536373804f5"),
        GoldenMessage(
            0x030f, RequestPhoneCode(account: account, phone: Personal("+33612345678")),
            """
            a2007818356630633361396537623164326334663661386530623164016c2b3333363132333435363738
            """),
        GoldenMessage(
            RequestPhoneCode.Reply(phone: Personal("+33612345678"), expiresAt: later, nextAt: moment),
            "a3006c2b3333363132333435363738011b000001932a979f00021b000001932571437b"),
        GoldenMessage(
            0x0310, ConfirmPhone(account: account, phoneCode: secret),
            """
            a20078183566306333613965376231643263346636613865306231640166736563726574
            """),
        GoldenMessage(
            0x0311, RemovePhone(account: account), "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            AccountProfile(
                account: account, number: 1, status: .active, names: AccountNames(), details: ProfileDetails(),
                createdAt: moment, updatedAt: moment, contactEmail: Personal("a@b.c"),
                verifiedPhone: Personal("+33612345678"), phoneVerifiedAt: later),
            """
            ac0078183566306333613965376231643263346636613865306231640101026661637469766503a004a0051b00000193
            2571437b061b000001932571437b07a008a00b656140622e630c6c2b33333631323334353637380d1b000001932a979f
            00
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
