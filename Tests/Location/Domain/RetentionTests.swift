// For how long a location without history is kept.

import Models
import Testing

@testable import Location

@Suite("The retention of a location")
struct RetentionTests {
    @Test(
        "is the client's minutes in seconds, rounded, but never nothing",
        arguments: [
            ("30", Int64(1800)), (#""15""#, 900), ("0.5", 30), (#""1.15""#, 69), ("1e1", 600), (#"" 2 ""#, 120),
            (#""0.1""#, 6), ("1440", 86400), ("1e300", Retention.maximum), ("52560000", Retention.maximum),
            ("99999999999999999999", Retention.maximum), ("0.01", 1), ("0.001", 1), ("1.001", 60), (#""1.51""#, 91),
            ("1e-300", 1),
        ])
    func minutes(token: String, seconds: Int64) throws {
        #expect(try Retention.seconds(LocationValue(json: token), standard: 30) == seconds)
    }

    @Test("is the configured one when the client does not say")
    func standard() throws {
        #expect(try Retention.seconds(nil, standard: 45) == 2700)
    }

    @Test(
        "has to be a number above 0",
        arguments: ["0", "-5", "-0.001", #""""#, #""abc""#, "null", "true", #""1,5""#, "[]", "1e400"])
    func refused(token: String) {
        let error = #expect(throws: ServiceError.self) {
            try Retention.seconds(LocationValue(json: token), standard: 30)
        }
        #expect(error?.code == .invalidRequest)
    }
}
