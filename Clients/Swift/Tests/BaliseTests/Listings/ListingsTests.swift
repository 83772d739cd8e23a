@Suite("A search of listings")
struct ListingsTests {
    @Test("sends each condition")
    func offers() async throws {
        let transport = ScriptedTransport(
            .json(#"[{"id":7,"type":"EVENEMENT","distanceMeters":812.5,"title":"Concert"}]"#))
        let listings = try await BaliseClient.scripted(transport).listings
        let found = try await listings.offers(
            .event,
            matching: ListingSearch(
                area: .init(latitude: 48.39, longitude: -4.486, radius: 15_000), category: "LOISIRS_DIVERTISSEMENTS",
                from: Date(timeIntervalSince1970: 1_800_000_000), clubOnly: true))
        #expect(found.map(\.id) == [7] && found.first?.text("title") == "Concert")
        let call = try #require(transport.calls.first)
        #expect(
            call.line == "GET /api/v1/offers?type=EVENEMENT&lat=48.39&lon=-4.486&radius=15000.0"
                + "&category=LOISIRS_DIVERTISSEMENTS&startDate=2027-01-15T08%3A00%3A00Z&isClub10=true")
        #expect(call.headers["Authorization"] == "Bearer t1")
    }

    @Test("needs no account")
    func guest() async throws {
        let transport = ScriptedTransport(
            .json(#"[{"id":9,"type":"PROFESSIONAL","latitude":48.1,"longitude":-4.1,"firstName":"Ada"}]"#),
            .json(#"[{"id":"FOOD_PLAISIRS","name":"Food","subCategories":[]}]"#))
        let listings = try await BaliseClient.scripted(transport, session: nil).listings
        let found = try await listings.professionals(
            matching: ListingSearch(city: "Brest", name: "Ada", professional: 9))
        #expect(found.first?.text("firstName") == "Ada")
        #expect(try await listings.categories().map(\.id) == ["FOOD_PLAISIRS"])
        #expect(
            transport.calls.map(\.line) == [
                "GET /api/v1/users/professionals/search?city=Brest&name=Ada&professionalId=9",
                "GET /api/v1/users/professionals/categories-tree",
            ])
        #expect(transport.calls.allSatisfy { $0.headers["Authorization"] == nil })
    }

    @Test(
        "refuses places that do not exist",
        arguments: [
            ListingSearch.Area(latitude: 91, longitude: 0), .init(latitude: 0, longitude: -181),
            .init(latitude: 0, longitude: 0, radius: -1), .init(latitude: .nan, longitude: 0),
        ])
    func nowhere(area: ListingSearch.Area) async throws {
        let listings = try await BaliseClient.scripted(ScriptedTransport()).listings
        await #expect(throws: BaliseError.self) { try await listings.offers(matching: ListingSearch(area: area)) }
    }
}
