@Suite struct JSONObjectTests {
    private func text(_ set: (inout JSONObject) -> Void) -> String {
        var object = JSONObject()
        set(&object)
        return String(decoding: object.bytes, as: UTF8.self)
    }

    @Test func hasItsMembersInOrder() {
        #expect(text { _ in } == "{}")
        #expect(
            text {
                $0.set("b", "x\"y")
                $0.set("a", true)
                $0.set("n\n", -3)
            } == #"{"b":"x\"y","a":true,"n\n":-3}"#)
    }

    @Test func leavesOutWhatIsNotThere() {
        #expect(
            text {
                $0.set("a", nil as String?)
                $0.set("b", nil as Bool?)
                $0.set("c", nil as Int?)
                $0.set("d", nil as Double?)
                $0.set("e", Double.infinity)
                $0.setOrNull("f", nil as String?)
                $0.setOrNull("g", "")
            } == #"{"f":null,"g":""}"#)
    }

    @Test(
        arguments: [
            (0.0, "0"), (-0.0, "0"), (15, "15"), (-2.5, "-2.5"), (48.8566, "48.8566"), (1e15, "1000000000000000"),
            (1e300, "1e+300"), (1e-300, "1e-300"), (9_007_199_254_740_992, "9007199254740992.0"),
        ] as [(Double, String)])
    func writesNumbersWithoutAnEmptyFraction(_ number: Double, _ literal: String) {
        #expect(text { $0.set("n", number) } == #"{"n":\#(literal)}"#)
    }

    @Test func holdsWhatIsJSONAlready() {
        #expect(
            text {
                $0.set("n", json: "1.50")
                $0.set("o", json: #"{"a":null}"#)
            } == #"{"n":1.50,"o":{"a":null}}"#)
    }

    @Test func holdsObjects() {
        var inner = JSONObject()
        inner.set("x", 1)
        #expect(
            text {
                $0.set("o", inner)
                $0.set("empty", JSONObject())
                $0.set("l", [inner, JSONObject()])
                $0.set("none", [JSONObject]())
            } == #"{"o":{"x":1},"empty":{},"l":[{"x":1},{}],"none":[]}"#)
    }
}
