extension GoldenMessage {
    static let imports: [GoldenMessage] = [
        GoldenMessage(0x0315, BeginAccountImport(source: .firebase), "a100686669726562617365"),
        GoldenMessage(BeginAccountImport.Reply(token: secret), "a100 <secret>"),
        GoldenMessage(
            0x0316, ImportAccounts(token: secret, source: .firebase, users: [ImportedUser(id: "u1")]),
            "a300 <secret> 016866697265626173650281a100627531"),
        GoldenMessage(
            0x0317, PreviewAccountImport(source: .firebase, users: [ImportedUser(id: "u1")]),
            "a2006866697265626173650181a100627531"),
        GoldenMessage(0x0318, EndAccountImport(token: secret), "a100 <secret>"),
        GoldenMessage(AccountImportCounts(made: 1, known: 2, refused: 3), "a3000101020203"),
        GoldenMessage(
            importedUser,
            "ab00627531016361406202f503616104622b3305f406614107 <moment> 08f509 <secret> 0a81a2006169016173"),
        GoldenMessage(ImportedLink(issuer: "i", subject: "s"), "a2006169016173"),
        GoldenMessage(
            ImportedUserResult(.refused, account: account, reason: "r", passwordFlaw: "p"),
            "a4006772656675736564016172026170 03 <account>"),
        GoldenMessage(
            ImportedAccounts(results: [
                ImportedUserResult(.made), ImportedUserResult(.refused, reason: "r", passwordFlaw: "p"),
            ]), "a10082a100646d616465a3006772656675736564016172026170"),
    ]

    private static var importedUser: ImportedUser {
        var user = ImportedUser(id: "u1")
        user.email = Personal("a@b")
        user.emailIsVerified = true
        user.username = "a"
        user.phoneNumber = Personal("+3")
        user.phoneIsVerified = false
        user.displayName = Personal("A")
        user.createdAt = moment
        user.isDisabled = true
        user.passwordHash = secret
        user.links = [ImportedLink(issuer: "i", subject: "s")]
        return user
    }
}
