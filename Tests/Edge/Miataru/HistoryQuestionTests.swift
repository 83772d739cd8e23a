import BaliseAPI

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct HistoryQuestionTests {
    private func body(_ question: String) -> String {
        #"{"MiataruConfig":{"RequestMiataruDeviceID":"me","RequestMiataruDeviceKey":"k"},"MiataruGetLocationHistory":\#(question)}"#
    }

    @Test(arguments: [
        (#"{"Device":"d","Amount":"25"}"#, "d", 25), (#"{"Amount":25,"Device":"d"}"#, "d", 25),
        (#"{"dEVICE":"d","AMOUNT":" 25 "}"#, "d", 25), (#"{"Device":"d","Amount":1}"#, "d", 1),
        (#"{"Device":"d","Amount":25.0}"#, "d", 25), (#"{"Device":"d","Amount":"1e2"}"#, "d", 100),
        (#"{"Device":"d","Amount":"1e1"}"#, "d", 10), (#"{"Device":"d","Amount":"0x10"}"#, "d", 16),
        (#"{"Device":"d","Amount":"0XfF"}"#, "d", 255), (#"{"Device":"d","Amount":"0o17"}"#, "d", 15),
        (#"{"Device":"d","Amount":"0b11"}"#, "d", 3), (#"{"Device":"d","Amount":"+5."}"#, "d", 5),
        (#"{"Device":"d","Amount":"\u00a0\ufeff5\n"}"#, "d", 5), (#""Device=d&Amount=0x2""#, "d", 2),
        (#"{"Device":"d","Amount":99999999999999999999}"#, "d", 1_000_000_000_000_000),
        (#"{"Device":"x","Amount":1,"Device":"d","Amount":2}"#, "d", 2),
        (#""Device=d&Amount=25""#, "d", 25), (#""amount=25&DEVICE=d%20e""#, "d e", 25),
        (#""{\"Device\":\"d\",\"Amount\":3}""#, "d", 3), (#""[[\"Device\",\"d\"],[\"Amount\",3]]""#, "d", 3),
        (#"[["Device","d"],["Amount","4"]]"#, "d", 4), (#"[{"Device":"d"},{"amount":4}]"#, "d", 4),
        (#"[{"Device":"d","Amount":4}]"#, "d", 4),
    ])
    func takesEachForm(_ question: String, _ device: String, _ amount: Int) async throws {
        let message = try #require(try await message(GetLocationHistory.self, .getLocationHistory, body(question)))
        #expect(message.device == id(device) && message.amount == amount && message.reader.device == id("me"))
        #expect(message.reader.key?.secret == "k")
    }

    @Test(arguments: [
        #"{"Device":"d"}"#, #"{"Amount":1}"#, #"{"Device":"d","Amount":0}"#, #"{"Device":"d","Amount":-1}"#,
        #"{"Device":"d","Amount":1.5}"#, #"{"Device":"d","Amount":"many"}"#, #"{"Device":"d","Amount":""}"#,
        #"{"Device":"d","Amount":"-0x10"}"#, #"{"Device":"d","Amount":"0x"}"#, #"{"Device":"d","Amount":"0x1g"}"#,
        #"{"Device":"d","Amount":"0b12"}"#, #"{"Device":"d","Amount":"0x1.8"}"#, #"{"Device":"d","Amount":"1_0"}"#,
        #"{"Device":"d","Amount":" "}"#, #"{"Device":"d","Amount":"Infinity"}"#, #"{"Device":"d","Amount":"1e999"}"#,
        #"{"Device":"d","Amount":"5 5"}"#, #"{"Device":"d","Amount":"nan"}"#, #"{"Device":"d","Amount":null}"#,
        #"{"Device":"d","Amount":true}"#, #"{"Device":"","Amount":1}"#, #"{"Device":1,"Amount":1}"#,
        #"{"Device":"a:b","Amount":1}"#, #"{"Device":"a\u0000b","Amount":1}"#, #""Device=a%00b&Amount=1""#,
        #"{"Device":null,"Amount":1}"#,
        #"{"Device":"d","Amount":1,"DeviceKey":"k"}"#, #"{"Device":"d","device":"e","Amount":1}"#,
        #""Device=d;Amount=1""#, #""Device=d,Amount=1""#, #""Device:d&Amount=1""#, #""Device=d&Amount=1&Amount=2""#,
        #""Device=d""#, #""""#, #""{""#, "null", "5", "true", "[]", #"[["Device"],["Amount"]]"#, "[1,2]",
        #"[{"Device":"d"},{"Device":"d"},{"Amount":1}]"#,
    ])
    func refusesTheRest(_ question: String) async {
        #expect(await isRefused(.getLocationHistory, body(question)))
    }
}
