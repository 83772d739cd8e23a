@testable import Balise
@testable import BaliseEcovelo

@Suite("The end of a journey")
struct EcoveloFinishTests {
    @Test(
        "is read from the page's address",
        arguments: [
            ("ecovelo-sdk://finish?status=success", EcoveloFinish.success(message: nil)),
            ("ecovelo-sdk://finish?status=success&message=Merci%20!", .success(message: "Merci !")),
            ("ecovelo-sdk://finish?status=cancelled&message=x", .cancelled),
            ("ecovelo-sdk://finish?message=no+bike&status=error", .failed(message: "no+bike")),
            ("ecovelo-sdk://finish?status=error&message=", .failed(message: nil)),
            ("ecovelo-sdk://finish?status=perhaps", .failed(message: nil)),
            ("ECOVELO-SDK://finish", .failed(message: nil)), ("ecovelo-sdk://begin?status=success", nil),
            ("https://finish?status=success", nil),
        ])
    func finish(address: String, finish: EcoveloFinish?) throws {
        #expect(EcoveloFinish(try #require(URL(string: address))) == finish)
    }

    @Test(
        "shows the host's colours if they are valid",
        arguments: [
            ("#0055A4", [0, 85.0 / 255, 164.0 / 255]), ("#ffffff", [1, 1, 1]), ("#FFF", nil), ("0055A4", nil),
            ("#0055AG", nil), ("#+055A4", nil), ("", nil),
        ] as [(String, [Double]?)])
    func colour(text: String, parts: [Double]?) {
        let read = EcoveloTheme.Components(text)
        #expect(read.map { [$0.red, $0.green, $0.blue] } == parts)
    }
}
