import Fakes

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ListingsTests {
    private typealias Offer = AppListings.Offer

    private func list(_ path: String, _ announcements: [OutgoingNotification]) async throws -> (
        TestResponse, FindAnnouncements?
    ) {
        let services = ScriptedServices.people().answering(FindAnnouncements.self) { message in
            FindAnnouncements.Reply(
                found: announcements.map {
                    .init(page: People.page($0), distance: message.near.map { _ in 2500.5 })
                })
        }
        let response = try await services.ask("GET", "/api/v1/" + path)
        return (response, services.received(FindAnnouncements.self).first)
    }

    private func offers(_ announcements: [OutgoingNotification], _ query: String = "") async throws -> [Offer] {
        let (response, _) = try await list("offers" + query, announcements)
        return try JSONDecoder().decode([Offer].self, from: Data(response.body.utf8))
    }

    /// A bare array with every required member.
    @Test func areOffers() async throws {
        let (response, _) = try await list("offers?lat=48.85&lon=2.35&radius=15000.0", [People.offer()])
        response.expect(
            body: #"[{"id":42,"type":"OFFRE","category":"FOOD_PLAISIRS","distanceMeters":2500.5,"title":"Bread","#
                + #""description":"Half the price","status":"ACTIVE","startDate":"2026-01-01T00:00:00Z","#
                + #""endDate":"2026-01-31T13:00:00Z"}]"#)
        let bare = OutgoingNotification(announcing: Announcement(type: .event, subject: .number(1)), at: People.paris)
        let event = try #require(try await offers([bare]).first)
        #expect(event.title == "" && event.type == "EVENEMENT" && event.distanceMeters == nil)
    }

    @Test func areProfessionals() async throws {
        let baker = OutgoingNotification(
            announcing: Announcement(
                type: .professional, subject: .number(7), title: "Baker", body: "Bread", category: "FOOD_PLAISIRS"),
            at: People.paris,
            details: #"{"firstName":"Zoé","city":"Paris","isClub10":true,"averageRating":4,"reviewCount":3}"#)
        let path = "users/professionals/search?lat=48.85&lon=2.35&radius=15000.0"
        let (response, message) = try await list(path, [baker])
        #expect(message?.types == [.professional])
        let list = try JSONDecoder().decode([AppListings.Professional].self, from: Data(response.body.utf8))
        let found = try #require(list.first)
        #expect(found.id == 7 && found.firstName == "Zoé" && found.lastName == "")
        #expect(found.email == "" && found.userType == "PROFESSIONAL" && found.latitude == 48.8566)
        #expect(found.distanceMeters == 2500.5 && found.isClub10 == true && found.averageRating == 4)
        #expect(found.reviewCount == 3)
    }

    /// The details cannot override the announcement.
    @Test func haveFurtherFields() async throws {
        let details = """
            {"title":"Half-price bread","description":"All day","price":1.5,"featured":true,"imageUrl":"https://x.org/i.png",
             "professionalId":7,"professional":{"id":7,"firstName":"Zoé","category":"FOOD_PLAISIRS","unheard":[1]},
             "unheard":{"of":1},"status":"EXPIRED","startDate":"2030-01-01","endDate":"2030-01-01","id":99,"category":"NONE","type":"X","distanceMeters":1}
            """
        let offer = try #require(try await offers([People.offer(details: details)], "?lat=1&lon=2").first)
        #expect(offer.id == 42 && offer.title == "Bread" && offer.description == "Half the price")
        #expect(offer.status == "ACTIVE" && offer.startDate == "2026-01-01T00:00:00Z")
        #expect(offer.endDate == "2026-01-31T13:00:00Z" && offer.price == 1.5 && offer.featured == true)
        #expect(offer.professionalId == 7 && offer.professional?.firstName == "Zoé")
        #expect(offer.professional?.category == .FOOD_PLAISIRS && offer.category == .FOOD_PLAISIRS)
        #expect(offer.type == "OFFRE" && offer.distanceMeters == 2500.5)
    }

    @Test func haveTextsOfTheirDetailsWhereNothingWasAnnounced() async throws {
        let details = #"{"title":"Fair","description":"All day","startDate":"2026-02-01"}"#
        let bare = OutgoingNotification(
            announcing: Announcement(type: .event, subject: .number(1)), at: People.paris, details: details)
        let event = try #require(try await offers([bare]).first)
        #expect(event.title == "Fair" && event.description == "All day" && event.startDate == "2026-02-01")
        let baker = OutgoingNotification(
            announcing: Announcement(type: .professional, subject: .number(7), title: "Baker", body: "Bread"),
            at: People.paris,
            details: #"{"establishmentName":"Other","establishmentDescription":"Other","userType":"ADMIN"}"#)
        let (response, _) = try await list("users/professionals/search", [baker])
        #expect(
            response.body.contains(
                #""establishmentName":"Baker","establishmentDescription":"Bread","userType":"PROFESSIONAL""#))
        #expect(!response.body.contains("Other") && !response.body.contains("ADMIN"), "\(response.body)")
    }

    /// Some programs copy a list's members into their own objects, so no member may grant more than a publisher may.
    @Test(arguments: [
        #""__proto__":{"isAdmin":true}"#, #""constructor":{"prototype":{}}"#, #""isAdmin":true"#,
        #""role":"ADMIN""#, #""premium":true"#, #""unheard":{"of":[{"__proto__":{}}]}"#,
        #""professional":{"id":7,"__proto__":{}}"#,
    ])
    func haveNoMembersThatGiveRights(_ member: String) async throws {
        let (response, _) = try await list("offers", [People.offer(details: #"{\#(member),"city":"Paris"}"#)])
        #expect(response.body.contains(#""city":"Paris""#))
        for word in ["__proto__", "constructor", "isAdmin", "ADMIN", "premium"] {
            #expect(!response.body.contains(word), "\(response.body)")
        }
    }

    /// Databases store truth values as 0 and 1, and publishers forward them; the decoder accepts only true and false.
    @Test(arguments: [("1", true), ("0", false), ("true", true), ("1.0", true)])
    func haveTruthValues(_ text: String, _ value: Bool) async throws {
        let details = #"{"featured":\#(text),"professional":{"id":7,"isClub10":\#(text)}}"#
        let offer = try #require(try await offers([People.offer(details: details)]).first)
        #expect(offer.featured == value && offer.professional?.isClub10 == value)
    }

    /// A detail that the decoder cannot read is left out, and the rest stays.
    @Test(arguments: [
        #"{"title":5}"#, #"{"description":null}"#, #"{"price":"1.5"}"#, #"{"price":1e999}"#, #"{"featured":2}"#,
        #"{"imageUrl":{}}"#, #"{"professionalId":7.5}"#, #"{"professionalId":"7"}"#, #"{"professional":"Zoé"}"#,
        #"{"professional":{"id":"7","category":"NONE","firstName":[]}}"#, #"{"startDate":20260101}"#,
        #"{"city":"A","city":"B"}"#, #"{"status":false}"#, #"{"reduction":15}"#, #"{"discount":1.5}"#, "no object",
    ])
    func leaveOutDetailsThatTheDecoderCannotRead(_ details: String) async throws {
        let found = try await offers([People.offer(details: details)])
        #expect(found.map(\.id) == [42] && found.first?.title == "Bread" && found.first?.professional?.category == nil)
    }

    @Test func leaveOutOffersThatTheDecoderCannotRead() async throws {
        let found = try await offers([
            People.offer(.text("summer-fair")), People.offer(.number(1), category: "SPORT"), People.offer(.text("07")),
            People.offer(.text("8")), People.offer(.number(9)),
        ])
        #expect(found.map(\.id) == [8, 9])
    }

    @Test(arguments: [
        ("offers", search()), ("offers?radius=15000.0", search()), ("offers/active?type=EVENEMENT", search([.event])),
        ("offers?type=OFFRE&category=FOOD_PLAISIRS", search([.offer], category: "FOOD_PLAISIRS")),
        ("offers?lat=48.8566&lon=2.3522&radius=15000.0", search(near: People.paris, radius: 15_000)),
        ("offers?latitude=48.8566&longitude=2.3522", search(near: People.paris)),
        // A place is more precise than a city, and a radius needs a place.
        ("offers?lat=48.8566&lon=2.3522&city=Lyon", search(near: People.paris)),
        // Push searches the details, and leaves out what cannot be listed here.
        ("offers?city=Paris", filtered(.init(city: "Paris"))),
        ("offers?professionalId=7&name=Zo", filtered(.init(professional: "7", name: "Zo"))),
        ("offers/professional/7/active", filtered(.init(professional: "7"))),
        ("offers/professional/7/active?professionalId=8", filtered(.init(professional: "7"))),
        ("offers?isClub10=true", filtered(.init(isClub: true))), ("offers?club10=1", filtered(.init(isClub: true))),
        (
            "offers/active?startDate=2026-01-31&endDate=2026-02-01T00:00:00Z",
            FindAnnouncements(
                types: [.offer, .event], from: UnixTime(milliseconds: 1_769_817_600_000),
                until: UnixTime(milliseconds: 1_769_904_000_000), limit: 200)
        ),
        ("users/professionals", search([.professional])),
        ("users/professionals/search?isClub10=false", search([.professional])),
    ])
    func areAskedFor(_ path: String, _ expected: FindAnnouncements) async throws {
        let (response, message) = try await list(path, [])
        #expect(response.status == 200 && response.body == "[]")
        let asked = try #require(message)
        #expect(asked.types == expected.types && asked.category == expected.category && asked.near == expected.near)
        #expect(asked.radius == expected.radius && asked.from == expected.from && asked.until == expected.until)
        #expect(asked.limit == expected.limit && asked.filter == expected.filter)
    }

    private static func search(
        _ types: [AnnouncementType] = [.offer, .event], category: String? = nil, near: Coordinate? = nil,
        radius: Double? = nil
    ) -> FindAnnouncements {
        FindAnnouncements(types: types, category: category, near: near, radius: radius, limit: 200)
    }

    private static func filtered(_ filter: FindAnnouncements.Filter) -> FindAnnouncements {
        var filter = filter
        (filter.categories, filter.isNumbered) = (ListedCategories.standard.names, true)
        return FindAnnouncements(types: [.offer, .event], limit: 200, filter: filter)
    }

    @Test(arguments: [
        "lat=48", "lon=2", "lat=91&lon=2", "lat=x&lon=2", "lat=nan&lon=2", "lat=48&lon=2&radius=-1",
        "lat=48&lon=2&radius=near", "type=JOKE", "type=PROFESSIONAL", "startDate=soon",
        "startDate=2026-01-31T12:00:00", "startDate=2026-01-31T12:00", "isClub10=maybe",
    ])
    func areRefused(_ query: String) async throws {
        let services = ScriptedServices.people()
        let response = try await services.ask(
            "GET", "/api/v1/offers?\(query)", headers: [("Authorization", People.token)]
        ).expect(400)
        _ = try APIErrorBody(response.body)
        #expect(services.messages.isEmpty)
    }

    @Test func areOfTheConfiguredCategories() throws {
        let categories = ListedCategories(names: ["JARDIN", "FOOD_PLAISIRS", "VIE_DE_QUARTIER"])
        func listed(_ category: String) -> ListedAnnouncement? {
            let details = #"{"professional":{"category":"JARDIN"}}"#
            let page = People.page(People.offer(category: category, details: details))
            return ListedAnnouncement(FindAnnouncements.SearchResult(page: page), categories: categories)
        }
        #expect(listed("JARDIN")?.category == "JARDIN")
        #expect(listed("JARDIN")?.details.first { $0.name == "professional" }?.text.contains("JARDIN") == true)
        #expect(listed("ENTRE_PROS") == nil)
        #expect(
            categories.names.map { categories.label(of: $0) } == [
                "Jardin", "Food & plaisirs gourmands", "Vie de quartier",
            ])
    }

    /// A full page has the address of the next one; the last page does not.
    @Test func haveTheNextPage() async throws {
        let many = (0..<200).map { People.offer(.number(Int64($0)), details: #"{"city":"Paris"}"#) }
        let path = "offers?city=Paris&cursor=a0"
        let (full, message) = try await list(path, many)
        #expect(message?.after == NotificationID("a0"))
        #expect(full.header("Link") == #"</api/v1/offers?city=Paris&cursor=a1>; rel="next""#)
        let (last, _) = try await list(path, Array(many.prefix(100)))
        #expect(last.header("Link") == nil)
        #expect(try await list("offers?cursor=.x", []).0.status == 400)
    }

    /// Only announced subjects open.
    @Test func areOpened() async throws {
        let services = ScriptedServices.people().answering(OpenAnnouncement.self) { message throws(BusError) in
            guard message.subject == .number(42), message.types == [.offer, .event] else {
                throw .refused(ServiceError(.notFound, "nothing with this id was announced"))
            }
            return People.page(People.offer())
        }
        try await withEdge(services) { edge in
            let opened = try await edge.request(
                "GET", "/api/v1/offers/42",
                headers: [("Authorization", People.expiredToken), ("Accept-Language", "de;q=0.1, fr-FR;q=0.9")])
            #expect(opened.status == 200)
            #expect(try JSONDecoder().decode(Offer.self, from: Data(opened.body.utf8)).title == "Bread")
            for path in ["offers/43", "offers/x", "users/42", "users/favourites", "users/\(People.ada.text)"] {
                #expect(try await edge.request("GET", "/api/v1/" + path).status == 404, "\(path)")
            }
        }
        #expect(services.received(OpenAnnouncement.self).first?.language == "fr-FR, de")
    }

    @Test func haveCategories() async throws {
        let response = try await ScriptedServices.people().ask(
            "GET", "/api/v1/users/professionals/categories-tree", headers: [("Authorization", People.expiredToken)])
        #expect(response.status == 200)
        let tree = try JSONDecoder().decode([AppListings.Branch].self, from: Data(response.body.utf8))
        #expect(tree.count == 6 && tree.first?.name == "Santé & bien être")
    }
}

@Suite(.timeLimit(.minutes(10))) struct ProfessionalPageTests {
    private func services(_ details: String?) -> ScriptedServices {
        let services = ScriptedServices.people().answering(OpenAnnouncement.self) { message throws(BusError) in
            guard message.subject == .number(7), message.types == [.professional] else {
                throw .refused(ServiceError(.notFound, "nothing with this id was announced"))
            }
            return People.page(People.professional(details: details))
        }
        return services
    }

    /// Without these answers the app shows two invented reviews.
    @Test(arguments: [nil, People.expiredToken] as [String?])
    func hasNoFavoritesAndNoReviews(_ token: String?) async throws {
        let services = services(nil)
        try await withEdge(services) { edge in
            let headers = token.map { [("Authorization", $0)] } ?? []
            for path in ["users/favorites", "ratings/user/7", "ratings/user/8"] {
                let response = try await edge.request("GET", "/api/v1/" + path, headers: headers)
                #expect(response.status == 200 && response.body == "[]", "\(path)")
            }
        }
        #expect(services.messages.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"averageRating":4.5}"#, "4.5"), (#"{"averageRating":4}"#, "4"), (#"{"averageRating":"4"}"#, "0"),
            (nil, "0"),
        ] as [(String?, String)])
    func hasTheAverageOfItsDetails(_ details: String?, _ expected: String) async throws {
        try await withEdge(services(details)) { edge in
            let response = try await edge.request("GET", "/api/v1/ratings/user/7/average")
            #expect(response.status == 200 && response.body == expected)
            for id in ["8", "x", People.ada.text] {
                let other = try await edge.request("GET", "/api/v1/ratings/user/\(id)/average")
                #expect(other.status == 200 && other.body == "0")
            }
        }
    }

    @Test func hasNoOffersOfWhatIsNoNumber() async throws {
        try await ScriptedServices.people().ask("GET", "/api/v1/offers/professional/x/active").expect(404)
    }
}
