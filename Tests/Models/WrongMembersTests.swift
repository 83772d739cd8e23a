@Suite("The wrong members of a request") struct WrongMembersTests {
    private func error(_ check: (inout WrongMembers) throws(ServiceError) -> Void) -> ServiceError? {
        var wrong = WrongMembers()
        do throws(ServiceError) {
            try check(&wrong)
            try wrong.finish()
            return nil
        } catch {
            return error
        }
    }

    private static func invalid(_ field: String?) -> ServiceError {
        ServiceError(.invalidRequest, "rule of \(field ?? "none")", field: field)
    }

    @Test("A right request has no error, and its values are kept")
    func right() {
        let found = error { wrong throws(ServiceError) in
            wrong.expect(true, "a", "never")
            let value = try wrong.check { () throws(ServiceError) in 7 }
            #expect(value == 7)
        }
        #expect(found == nil)
    }

    @Test("All wrong members are in one error, the first of them as its field")
    func several() {
        let found = error { wrong throws(ServiceError) in
            try wrong.check { () throws(ServiceError) -> Void in throw Self.invalid("a") }
            wrong.expect(false, "b", "rule of b")
            try wrong.check { () throws(ServiceError) -> Void in
                var inner = WrongMembers()
                for name in ["c", "d"] { inner.expect(false, name, "rule of \(name)") }
                try inner.finish()
            }
        }
        #expect(found?.code == .invalidRequest && found?.field == "a" && found?.message == "rule of a")
        #expect(found?.wrongMembers == ["a", "b", "c", "d"].map { WrongMember($0, "rule of \($0)") })
    }

    @Test("An error that names no member ends the check, unless a member was wrong before")
    func ending() {
        let forbidden = ServiceError(.forbidden, "no", field: "a")
        for other in [forbidden, Self.invalid(nil)] {
            let first = error { wrong throws(ServiceError) in
                try wrong.check { () throws(ServiceError) -> Void in throw other }
                Issue.record("the check went on")
            }
            #expect(first == other)
            let second = error { wrong throws(ServiceError) in
                wrong.expect(false, "b", "rule of b")
                try wrong.check { () throws(ServiceError) -> Void in throw other }
            }
            #expect(second == Self.invalid("b"))
        }
    }

    @Test("At most ten members are named")
    func many() {
        let found = error { wrong throws(ServiceError) in
            for number in 0..<30 { wrong.expect(false, "\(number)", "no") }
        }
        #expect(found?.wrongMembers.count == WrongMembers.maximumCount)
    }
}
