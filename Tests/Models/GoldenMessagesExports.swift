// The golden bytes of what is asked and answered about exports.

import Models

extension GoldenMessage {
    static let exports: [GoldenMessage] = [
        GoldenMessage(120, DescribeExport(), "a0"),
        GoldenMessage(
            DescribeExport.Reply(subjects: [subject]), "a1 00 81 a3 00 616e 01 6174 02 81 a2 00 6161 01 666d6f6d656e74"),
        GoldenMessage(subject, "a3 00 616e 01 6174 02 81 a2 00 6161 01 666d6f6d656e74"),
        GoldenMessage(ExportSubject.Member(name: "a", form: .moment), "a2 00 6161 01 666d6f6d656e74"),
        GoldenMessage(
            121, ExportPage(account: account, subject: "n", after: "7"),
            "a3 00 7818356630633361396537623164326334663661386530623164 01 616e 02 6137"),
        GoldenMessage(
            121, ExportPage(account: account, subject: "n"),
            "a2 00 7818356630633361396537623164326334663661386530623164 01 616e"),
        GoldenMessage(ExportPage.Reply(entries: Array("{}".utf8), next: "7"), "a2 00 427b7d 01 6137"),
        GoldenMessage(ExportPage.Reply(entries: [], next: nil), "a1 00 40"),
        GoldenMessage(
            0x0278, RequestExport(account: account, session: SessionID("s1")!, proof: .password(secret)),
            "a3 00 7818356630633361396537623164326334663661386530623164 01 627331 02 a1 00 66736563726574"),
        GoldenMessage(
            0x0378, BeginExport(account: account, person: person),
            """
            a2 00 7818356630633361396537623164326334663661386530623164
            01 a3 00 627331 01 1b000001932571437b 02 66736563726574
            """),
        GoldenMessage(
            0x0378, BeginExport(account: account), "a1 00 7818356630633361396537623164326334663661386530623164"),
    ]

    private static let subject = ExportSubject(name: "n", title: "t", members: [.init(name: "a", form: .moment)])
    private static let person = EraseAccount.Person(
        session: SessionID("s1")!, authenticatedAt: moment, password: secret)
}
