package server

import (
	"errors"
	"net/http"
)

// An accountPage is the data of the page on which people sign in.
type accountPage struct{ Name, Error string }

// account shows the forms for signing in and up, or the profile of who has signed in.
func (p *pages) account(w http.ResponseWriter, r *http.Request) error {
	if !p.server.cfg.Login {
		return p.notFound(w, r)
	}
	if name := p.server.signedIn(r); name != "" {
		http.Redirect(w, r, "/people/"+name, http.StatusSeeOther)
		return nil
	}
	return p.show(w, r, http.StatusOK, "account", "account", "Your account", accountPage{})
}

// postAccount signs somebody in, up or out.
func (p *pages) postAccount(w http.ResponseWriter, r *http.Request) error {
	if !p.server.cfg.Login {
		return p.notFound(w, r)
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if err := r.ParseForm(); err != nil {
		return problem(http.StatusBadRequest, "the form cannot be read")
	}
	name, password, do := r.PostForm.Get("name"), r.PostForm.Get("password"), r.PostForm.Get("do")
	if do == "out" {
		return p.signOut(w, r)
	}
	if err := p.server.mayTryPassword(r); err != nil {
		return p.refused(w, r, name, err)
	}
	if do == "password" {
		return p.setPassword(w, r, password, r.PostForm.Get("next"))
	}
	sign := p.server.signIn
	if do == "up" {
		sign = p.server.signUp
	}
	as, err := sign(r.Context(), name, password)
	if err != nil {
		return p.refused(w, r, name, err)
	}
	token, err := p.server.beginSession(r.Context(), as)
	if err != nil {
		return err
	}
	setSecret(w, r, token)
	http.Redirect(w, r, "/people/"+as, http.StatusSeeOther)
	return nil
}

// refused shows why somebody was not signed in or up.
func (p *pages) refused(w http.ResponseWriter, r *http.Request, name string, err error) error {
	if wrong := (*Problem)(nil); errors.As(err, &wrong) {
		return p.show(w, r, wrong.Status, "account", "account", "Your account", accountPage{name, wrong.Detail})
	}
	return err
}

// signOut ends the session of a browser.
func (p *pages) signOut(w http.ResponseWriter, r *http.Request) error {
	if token, ok := sentSecret(r); ok {
		if err := p.server.cfg.Store.EndSession(r.Context(), holderOf(token)); err != nil {
			return err
		}
	}
	http.SetCookie(w, &http.Cookie{Name: seatCookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: isSecure(r), MaxAge: -1})
	http.Redirect(w, r, "/account", http.StatusSeeOther)
	return nil
}

// setPassword gives who has signed in another password.
func (p *pages) setPassword(w http.ResponseWriter, r *http.Request, password, next string) error {
	name := p.server.signedIn(r)
	if name == "" {
		return p.refused(w, r, "", problem(http.StatusUnauthorized, "sign in first"))
	}
	token, _ := sentSecret(r)
	err := p.server.changePassword(r.Context(), name, password, next, token)
	if wrong := (*Problem)(nil); errors.As(err, &wrong) {
		return p.showPerson(w, r, wrong.Status, name, wrong.Detail, "")
	}
	if err != nil {
		return err
	}
	return p.showPerson(w, r, http.StatusOK, name, "", "Your password was changed, and you are signed out everywhere else.")
}

// person shows the profile of somebody.
func (p *pages) person(w http.ResponseWriter, r *http.Request) error {
	return p.showPerson(w, r, http.StatusOK, r.PathValue("name"), "", "")
}

// showPerson shows a profile, and to its owner what came of changing the password.
func (p *pages) showPerson(w http.ResponseWriter, r *http.Request, status int, name, wrong, done string) error {
	who, err := p.server.profile(r.Context(), name)
	if err != nil {
		return err
	}
	return p.show(w, r, status, "person", "account", who.Name, struct {
		profile
		You         bool
		Error, Done string
	}{who, p.server.signedIn(r) == who.Name, wrong, done})
}
