import Models

extension GoldenMessage {
    static let exports: [GoldenMessage] = [
        GoldenMessage(120, DescribeExport(), "a0"),
        GoldenMessage(DescribeExport.Reply(subjects: [subject]), "a10081 <subject>"),
        GoldenMessage(subject, "<subject>"),
        GoldenMessage(ExportSubject.Member(name: "a", form: .moment), "a200616101666d6f6d656e74"),
        GoldenMessage(121, ExportPage(account: account, subject: "n", after: "7"), "a300 <account> 01616e026137"),
        GoldenMessage(121, ExportPage(account: account, subject: "n"), "a200 <account> 01616e"),
        GoldenMessage(ExportPage.Reply(entries: Array("{}".utf8), next: "7"), "a200427b7d016137"),
        GoldenMessage(ExportPage.Reply(entries: [], next: nil), "a10040"),
        GoldenMessage(
            0x0297, Proven(BeginExport(account: account), session: SessionID("s1")!, proof: .password(secret)),
            "a300a100 <account> 0162733102a100 <secret>"),
        GoldenMessage(0x0378, BeginExport(account: account, person: person), "a200 <account> 01 <person>"),
        GoldenMessage(0x0378, BeginExport(account: account), "a100 <account>"),
    ]

    private static let subject = ExportSubject(name: "n", title: "t", members: [.init(name: "a", form: .moment)])
    private static let person = ProvenPerson(session: SessionID("s1")!, signedInAt: moment, password: secret)
}
