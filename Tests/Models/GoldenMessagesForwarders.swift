extension GoldenMessage {
    static let forwarders: [GoldenMessage] = [
        GoldenMessage(
            Forwarder(
                id: id, device: phone, name: Personal("Home"), form: .ownTracks, origin: Personal("https://h"),
                precision: .town, createdAt: moment, waiting: 2, dropped: 3, sentAt: moment, deliveredAt: moment,
                problem: "p", nextAt: moment),
            """
            ad 00 626631 01 6570686f6e65 02 64486f6d65 03 696f776e747261636b73 04 6968747470733a2f2f68 05 64746f776e
            06 <moment> 07 02 08 03 09 <moment> 0a <moment> 0b 6170 0c <moment>
            """),
        GoldenMessage(
            Forwarder(
                id: id, device: phone, name: Personal("Home"), form: .webhook, origin: Personal("https://h"),
                createdAt: moment),
            """
            a9 00 626631 01 6570686f6e65 02 64486f6d65 03 67776562686f6f6b 04 6968747470733a2f2f68 05 656578616374
            06 <moment> 07 00 08 00
            """),
        GoldenMessage(
            0x0490,
            CreateForwarder(
                account: account, device: phone, name: Personal("Home"), form: .ownTracks, url: SecretText("u"),
                user: Personal("a"), password: SecretText("p"), secret: SecretText("s")),
            """
            a9 00 <account> 01 6570686f6e65 02 64486f6d65 03 696f776e747261636b73 04 6175 05 656578616374 06 6161 07 6170
            08 6173
            """),
        GoldenMessage(
            0x0491, ListForwarders(account: account, device: phone), "a2 00 <account> 01 6570686f6e65"),
        GoldenMessage(
            0x0492, RemoveForwarder(account: account, device: phone, forwarder: id),
            "a3 00 <account> 01 6570686f6e65 02 626631"),
        GoldenMessage(
            0x0493, TestForwarder(account: account, device: phone, forwarder: id),
            "a3 00 <account> 01 6570686f6e65 02 626631"),
        GoldenMessage(TestForwarder.Reply(isAccepted: true, status: 200, outcome: "ok"), "a3 00 f5 01 18c8 02 626f6b"),
        GoldenMessage(TestForwarder.Reply(isAccepted: false, outcome: "ok"), "a2 00 f4 02 626f6b"),
        GoldenMessage(
            0x0695,
            TellOfForwarder(
                account: account, id: NotificationID("9e7b1d2c4f6a8e0b1d5f0c3a")!, device: phone,
                origin: Personal("https://h"), createdAt: moment),
            "a5 00 <account> 01 <announcementID> 02 6570686f6e65 03 6968747470733a2f2f68 04 <moment>"),
        GoldenMessage(
            0x038F,
            ReportForwarder(
                account: account, id: NotificationID("9e7b1d2c4f6a8e0b1d5f0c3a")!, createdAt: moment),
            "a3 00 <account> 01 <announcementID> 02 <moment>"),
        GoldenMessage(0x0494, CountSharing(account: account), "a1 00 <account>"),
        GoldenMessage(
            CountSharing.Reply(
                shareLinks: 2, trackers: 1, forwarders: 3, hosts: [Personal("h")], circles: 4, failingForwarders: 1),
            "a6 00 02 01 01 02 03 03 81 61 68 04 04 05 01"),
        GoldenMessage(0x0495, EndSharing(account: account, kind: .trackers), "a2 00 <account> 01 68747261636b657273"),
        GoldenMessage(
            GetVisitorHistory.Reply(
                maximum: 10, visits: [], forwarders: [GetVisitorHistory.NamedVisit(name: "Home", time: moment)]),
            "a3 00 0a 01 80 04 81 a2 00 64486f6d65 01 <moment>"),
    ]

    private static let phone = DeviceID("phone")!
    private static let id = ForwarderID("f1")!
}
